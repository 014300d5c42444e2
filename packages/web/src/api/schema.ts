// Written from /openapi.json; after a change of the API: pnpm vitest run packages/web/test/api-types.test.ts -u
export interface paths {
    "/api/alert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an alert
         * @description Needs the scope `write:alerts`.
         */
        post: operations["receiveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alert/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an alert
         * @description Needs the scope `read:alerts`.
         */
        get: operations["readAlert"];
        put?: never;
        post?: never;
        /**
         * Delete an alert
         * @description Needs the scope `write:alerts`.
         */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alert/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the status of an alert
         * @description Needs the scope `write:alerts`.
         */
        put: operations["setAlertStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Needs the scope `read:alerts`.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/by_service/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alerts of a service; without a status filter the active ones
         * @description Needs the scope `read:alerts`.
         */
        get: operations["listAlertsByService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trail of administrators, newest first
         * @description Needs the scope `admin:audit`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key; without admin only for yourself and with scopes that you hold
         * @description Needs the scope `write:keys`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key; without admin only your own
         * @description Needs the scope `read:keys`.
         */
        get: operations["readApiKey"];
        /**
         * Change the scopes, text or expireTime of an API key
         * @description Needs the scope `write:keys`.
         */
        put: operations["updateApiKey"];
        post?: never;
        /**
         * Delete an API key; it is refused at once
         * @description Needs the scope `write:keys`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys; without admin only your own
         * @description Needs the scope `read:keys`.
         */
        get: operations["listApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_relation_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relation policies
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["listRelationPolicies"];
        put?: never;
        /**
         * Create a policy that sets the parent of the resources of matching alerts
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["createRelationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resource_relation_policy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a relation policy
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readRelationPolicy"];
        /**
         * Change any part of a relation policy
         * @description Needs the scope `write:service_topologies`.
         */
        put: operations["updateRelationPolicy"];
        post?: never;
        /**
         * Delete a relation policy; relations that it has created stay
         * @description Needs the scope `write:service_topologies`.
         */
        delete: operations["deleteRelationPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a resource depends on and what depends on it
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readResourceGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a CMDB file into the resource graph, the service catalog and the topologies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["importCmdb"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/import/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an example file for the CMDB import
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readCmdbTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relations
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["listRelations"];
        put?: never;
        /**
         * Create or refresh a relation; a source other than manual needs admin:service_topologies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["putRelation"];
        /**
         * Delete the relations whose child is a resource
         * @description Needs the scope `write:service_topologies`.
         */
        delete: operations["deleteRelationsOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/relations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a relation
         * @description Needs the scope `write:service_topologies`.
         */
        delete: operations["deleteRelation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/resources/relations/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or refresh many relations, all or none; a source other than manual needs admin:service_topologies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["putRelations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service catalog
         * @description Needs the scope `read:service_catalog`.
         */
        get: operations["listCatalogServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_catalog/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a service of the catalog
         * @description Needs the scope `read:service_catalog`.
         */
        get: operations["readCatalogService"];
        /**
         * Describe a service and define which of its alerts count
         * @description Needs the scope `write:service_catalog`.
         */
        put: operations["putCatalogService"];
        post?: never;
        /**
         * Remove a service from the catalog; all of its active alerts count again
         * @description Needs the scope `write:service_catalog`.
         */
        delete: operations["deleteCatalogService"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topologies/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several topologies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["deleteTopologies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topologies with their graphs
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["listTopologies"];
        put?: never;
        /**
         * Create the topology of a service that has none
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["createTopology"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology_policies/bulk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several weight policies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["deleteWeightPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology_policies/bulk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate or deactivate several weight policies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["setWeightPolicyStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology_policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List weight policies in the order of their application
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["listWeightPolicies"];
        put?: never;
        /**
         * Create a policy that sets the weight of matching alerts
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["createWeightPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology_policy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a weight policy
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readWeightPolicy"];
        /**
         * Change any part of a weight policy
         * @description Needs the scope `write:service_topologies`.
         */
        put: operations["updateWeightPolicy"];
        post?: never;
        /**
         * Delete a weight policy; weights that it has set stay
         * @description Needs the scope `write:service_topologies`.
         */
        delete: operations["deleteWeightPolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a topology by its id, or by its service
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readTopology"];
        /**
         * Save a topology; a graph in the body replaces the whole stored graph
         * @description Needs the scope `write:service_topologies`.
         */
        put: operations["saveTopology"];
        post?: never;
        /**
         * Delete a topology with its graph and its relations
         * @description Needs the scope `write:service_topologies`.
         */
        delete: operations["deleteTopology"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/{id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Assign the active alerts of a service to the nodes of its topology
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["readAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a topology with its weight policies and its catalog entry
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["exportTopology"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/{id}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose nodes for the active alerts of a service that have no node; nothing is saved
         * @description Needs the scope `read:service_topologies`.
         */
        post: operations["suggestTopology"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download several topologies as a bundle, with their weight policies and catalog entries
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["exportTopologies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service_topology/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a file of topologies, all or none
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["importTopologies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook, which converts deliveries to its URL into alerts
         * @description Needs the scope `write:webhook_configs`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_config/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook with the latest payloads and errors
         * @description Needs the scope `read:webhook_configs`.
         */
        get: operations["readWebhook"];
        /**
         * Change any part of a webhook
         * @description Needs the scope `write:webhook_configs`.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook; the alerts of its deliveries stay
         * @description Needs the scope `write:webhook_configs`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_config/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a payload of the history again and create its alerts; also needs the scope `write:alerts`
         * @description Needs the scope `write:webhook_configs`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_config/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain how a webhook would map a payload to alerts, from the body or its history; nothing is stored
         * @description Needs the scope `read:webhook_configs`.
         */
        post: operations["explainDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_config/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain how a configuration would map a payload to alerts; nothing is stored
         * @description Needs the scope `read:webhook_configs`.
         */
        post: operations["explainConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, without their mappings and payloads
         * @description Needs the scope `read:webhook_configs`.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook_presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the presets: ready configurations for common tools
         * @description Needs the scope `read:webhook_configs`.
         */
        get: operations["listWebhookPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/custom/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post to a webhook, which turns the payload into alerts
         * @description Needs no API key.
         */
        post: operations["receiveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is up
         * @description Needs no API key.
         */
        get: operations["readAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of this process
         * @description Needs no API key.
         */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description Needs no API key.
         */
        get: operations["readOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the store answers
         * @description Needs no API key.
         */
        get: operations["readReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Alert: {
            attributes: {
                [key: string]: unknown;
            };
            correlate: string[];
            createTime: components["schemas"]["Time"];
            customer: string | null;
            duplicateCount: number;
            environment: string;
            event: string;
            group: string;
            history: components["schemas"]["AlertHistoryEntry"][];
            /** Format: uri */
            href: string;
            id: string;
            lastReceiveTime: components["schemas"]["Time"];
            origin: string | null;
            previousSeverity: components["schemas"]["Severity"] | null;
            rawData: unknown;
            receiveTime: components["schemas"]["Time"];
            repeat: boolean;
            resource: string;
            resourceChildren: string[];
            resourceParent: string | null;
            service: string[];
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["AlertStatus"];
            tags: string[];
            text: string;
            /** @description Seconds */
            timeout: number;
            type: string;
            updateTime: components["schemas"]["Time"];
            value: string;
        };
        AlertDraft: {
            attributes: {
                [key: string]: unknown;
            };
            correlate: string[];
            createTime?: components["schemas"]["Time"];
            customer: string | null;
            environment: string;
            event: string;
            group: string;
            origin: string | null;
            rawData: unknown;
            resource: string;
            resourceChildren: string[];
            resourceParent: string | null;
            service: string[];
            severity: components["schemas"]["Severity"];
            status?: components["schemas"]["AlertStatus"];
            tags: string[];
            text: string;
            /** @description Seconds */
            timeout: number;
            type: string;
            value: string;
        };
        AlertHistoryEntry: {
            actor: string;
            id: string;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["AlertStatus"];
            text: string;
            /** @enum {string} */
            type: "new" | "severity" | "status" | "value" | "policy";
            updateTime: components["schemas"]["Time"];
        };
        /** @enum {string} */
        AlertStatus: "open" | "assign" | "ack" | "shelved" | "blackout" | "closed" | "expired" | "unknown";
        AlertStatusChange: {
            /** @enum {string} */
            status: "open" | "assign" | "ack" | "shelved" | "blackout" | "closed" | "expired" | "unknown";
            /** @default  */
            text?: string | null;
        };
        ApiKey: {
            createTime: components["schemas"]["Time"];
            expireTime: components["schemas"]["Time"] | null;
            id: string;
            lastUsedTime: components["schemas"]["Time"] | null;
            scopes: components["schemas"]["Scope"][];
            text: string;
            user: string;
        };
        ApiKeyChanges: {
            /**
             * Format: date-time
             * @description null = never
             */
            expireTime?: string | null;
            scopes?: components["schemas"]["Scope"][];
            text?: string;
        };
        AuditEntry: {
            attributes: {
                [key: string]: unknown;
            };
            createTime: components["schemas"]["Time"];
            /** @enum {string} */
            event: "resource-relation-created" | "resource-relations-bulk" | "resource-relation-deleted" | "resources-cmdb-imported" | "service-topology-created" | "service-topology-updated" | "service-topology-deleted" | "service-topology-exported" | "service-topology-imported" | "service-topology-tree-loaded" | "service-topology-tree-upgraded" | "service-topology-policy-created" | "service-topology-policy-updated" | "service-topology-policy-deleted" | "resource-relation-policy-created" | "resource-relation-policy-updated" | "resource-relation-policy-deleted" | "service-catalog-created" | "service-catalog-updated" | "service-catalog-deleted" | "webhook-config-created" | "webhook-config-updated" | "webhook-config-deleted" | "webhook-delivery-replayed" | "alert-status-changed" | "alert-deleted" | "api-key-created" | "api-key-updated" | "api-key-deleted" | "snapshot-loaded";
            id: string;
            requestId: string | null;
            resourceId: string | null;
            text: string;
            /** @enum {string} */
            type: "resource-relation" | "resources" | "service-topology" | "service-topology-policy" | "resource-relation-policy" | "service-catalog" | "webhook-config" | "alert" | "api-key" | "snapshot";
            user: string;
        };
        /** @description A tree of an earlier release */
        BareTree: {
            children: unknown[];
            service?: string;
            type: string;
        };
        CatalogService: {
            alertImpact: {
                blacklist: components["schemas"]["Filter"];
                /** @description Empty = all */
                severities: components["schemas"]["Severity"][];
                /** @description Empty = all */
                statuses: components["schemas"]["AlertStatus"][];
                whitelist: components["schemas"]["Filter"];
            };
            description: string;
            icon: string;
            name: string;
            serviceId: string;
        };
        CatalogServiceChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @constant */
            kind: "catalogService";
            service: string;
        };
        /**
         * @description Omitted fields stay unchanged
         * @example {
         *       "name": "Shop",
         *       "alertImpact": {
         *         "severities": [
         *           "critical",
         *           "major"
         *         ]
         *       }
         *     }
         */
        CatalogServiceChanges: {
            alertImpact?: {
                blacklist?: components["schemas"]["Filter"];
                /** @description Empty = all */
                severities?: components["schemas"]["Severity"][];
                /** @description Empty = all */
                statuses?: components["schemas"]["AlertStatus"][];
                whitelist?: components["schemas"]["Filter"];
            };
            description?: string;
            icon?: string;
            name?: string;
            /** @description Must equal the id in the path */
            serviceId?: string;
        };
        /** @description One of the changes that the counters count, with names instead of ids */
        Change: components["schemas"]["RelationChange"] | components["schemas"]["TopologyChange"] | components["schemas"]["NodeChange"] | components["schemas"]["EdgeChange"] | components["schemas"]["WeightPolicyChange"] | components["schemas"]["CatalogServiceChange"];
        CmdbCsv: string;
        CmdbForm: {
            /** Format: binary */
            file: string;
        };
        CmdbRecord: {
            attributes?: {
                [key: string]: string;
            };
            environment?: string;
            parent?: string;
            resource: string;
            /** @description A list, or a text separated by ; or | */
            services?: string | string[];
            type?: string;
        };
        /**
         * @example [
         *       {
         *         "environment": "Production",
         *         "resource": "database",
         *         "services": [
         *           "shop"
         *         ],
         *         "type": "database"
         *       },
         *       {
         *         "environment": "Production",
         *         "resource": "disk-sdb",
         *         "parent": "database",
         *         "attributes": {
         *           "size": "2 TB"
         *         }
         *       }
         *     ]
         */
        CmdbRecords: components["schemas"]["CmdbRecord"][] | {
            items: components["schemas"]["CmdbRecord"][];
        };
        CmdbTopologyReport: {
            /** @enum {string} */
            action: "create" | "update";
            edges: components["schemas"]["Counters"];
            errors: components["schemas"]["Issue"][];
            nodes: components["schemas"]["Counters"];
            service: string;
            /** @description null in a dry run for a topology that would be created */
            topologyId: string | null;
        };
        CmdbWarning: {
            /** @enum {string} */
            code: "unknownParent" | "parentNotInService" | "unknownColumn" | "environmentDefaulted" | "serviceCreated" | "topologyCreated";
            message: string;
            params: {
                [key: string]: string;
            };
            /** @description The index of the record; null if it concerns a service; 0 = the header of a CSV file */
            row: number | null;
        };
        Counters: {
            create: number;
            remove: number;
            unchanged: number;
            update: number;
        };
        /**
         * @example {
         *       "environment": "Production",
         *       "type": "monitoring"
         *     }
         */
        DefaultValues: {
            attributes?: unknown;
            correlate?: unknown;
            createTime?: unknown;
            customer?: unknown;
            environment?: unknown;
            event?: unknown;
            group?: unknown;
            origin?: unknown;
            rawData?: unknown;
            resource?: unknown;
            resourceChildren?: unknown;
            resourceParent?: unknown;
            service?: unknown;
            severity?: unknown;
            status?: unknown;
            tags?: unknown;
            text?: unknown;
            timeout?: unknown;
            type?: unknown;
            value?: unknown;
        };
        DeliveryAnswer: {
            alerts: {
                event: string;
                id: string;
                resource: string;
                severity: string;
            }[];
            alerts_created: number;
            /**
             * @description The delivery was received before; nothing was created
             * @constant
             */
            duplicate?: true;
            errors?: components["schemas"]["RejectedAlert"][];
            /** @enum {string} */
            status: "ok" | "partial";
            webhook_id: string;
            webhook_name: string;
        };
        DeliveryRefusal: {
            alerts?: {
                event: string;
                id: string;
                resource: string;
                severity: string;
            }[];
            alerts_created?: number;
            /** @description The HTTP status */
            code: number;
            /** @description Present if every alert was rejected */
            errors?: components["schemas"]["RejectedAlert"][];
            message: string;
            requestId: string;
            /** @constant */
            status: "error";
            webhook_id?: string;
            webhook_name?: string;
        };
        Edge: {
            id: string;
            /** @description The id of the parent node */
            source: string;
            /** @description The id of the child node */
            target: string;
        };
        EdgeChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            childNode: components["schemas"]["NodeName"];
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @description The parent that parentNode replaces */
            formerParentNode?: components["schemas"]["NodeName"];
            /** @constant */
            kind: "edge";
            parentNode: components["schemas"]["NodeName"];
            service: string;
        };
        /** @description The kind of a node without one follows from its level in the graph */
        EditorExport: {
            catalogService?: {
                alertImpact?: {
                    blacklist?: components["schemas"]["Filter"];
                    /** @description Empty = all */
                    severities?: components["schemas"]["Severity"][];
                    /** @description Empty = all */
                    statuses?: components["schemas"]["AlertStatus"][];
                    whitelist?: components["schemas"]["Filter"];
                };
                description?: string;
                icon?: string;
                name?: string;
                /** @description Must equal the id in the path */
                serviceId?: string;
            } | null;
            edges?: components["schemas"]["NewEdge"][];
            nodes: {
                /** @default {} */
                hierarchyConfig?: components["schemas"]["HierarchyConfig"];
                /** @default  */
                icon?: string;
                id: string;
                /** @enum {string} */
                kind?: "service" | "environment" | "resource";
                label: string;
                /** @default {} */
                params?: {
                    [key: string]: unknown;
                };
                /** @description When omitted, a stored node keeps its position and a new node is laid out */
                position?: {
                    x: number;
                    y: number;
                };
            }[];
            topology: {
                description?: string;
                name?: string;
                /** @enum {string} */
                orientation?: "TB" | "LR" | "CI";
                /** @description Default: the query parameter service */
                service?: string;
                serviceKpi?: string | null;
            };
            weightPolicies?: {
                /** @description Ignored */
                createTime?: unknown;
                description: string;
                filters?: components["schemas"]["Filter"] | null;
                /** @description Ignored */
                id?: unknown;
                name: string;
                /**
                 * @default active
                 * @enum {string}
                 */
                status?: "active" | "inactive";
                /** @description An existing topology; null = a global policy */
                topologyId?: string | null;
                /** @default 0 */
                weight?: number;
            }[];
        };
        /**
         * @example {
         *       "status": "error",
         *       "code": 400,
         *       "message": "invalid topology graph",
         *       "requestId": "4f1c7a52-9d0b-4f7e-8f53-0c2f2d7a8b11",
         *       "errors": [
         *         {
         *           "code": "missingLabel",
         *           "path": "nodes[2].label",
         *           "message": "a node needs a label",
         *           "subject": {
         *             "kind": "node",
         *             "index": 2,
         *             "id": "db",
         *             "field": "label"
         *           }
         *         }
         *       ]
         *     }
         */
        Error: {
            /** @description The HTTP status */
            code: number;
            errors?: components["schemas"]["Issue"][];
            message: string;
            requestId: string;
            /** @constant */
            status: "error";
        };
        ExplainedAlert: {
            /** @description The alert that would be created; null = it would be rejected */
            alert: components["schemas"]["AlertDraft"] | null;
            /** @description The path of its element in the payload; empty = the whole payload */
            element: string;
            error: string | null;
            fields: components["schemas"]["FieldProvenance"][];
            /** @description The result of the mapping */
            input: components["schemas"]["MappedAlert"];
            /** @description Probable mistakes that do not reject the alert, such as a missing severity in the payload */
            warnings: string[];
        };
        ExportBundle: {
            /** @description Informational */
            appVersion: string;
            /** @description Informational */
            exportedAt: components["schemas"]["Time"];
            /** @constant */
            kind: "platform-service-topology-bundle";
            /** @constant */
            schemaVersion: 2;
            topologies: components["schemas"]["ExportDocument"][];
        };
        ExportDocument: {
            /** @description Informational */
            appVersion: string;
            /** @description null = the service is not in the catalog */
            catalogService: components["schemas"]["CatalogService"] | null;
            edges: components["schemas"]["Edge"][];
            /** @description Informational */
            exportedAt: components["schemas"]["Time"];
            /** @constant */
            kind: "platform-service-topology";
            nodes: components["schemas"]["Node"][];
            /** @constant */
            schemaVersion: 2;
            topology: {
                description: string;
                id: string;
                name: string;
                /** @enum {string} */
                orientation: "TB" | "LR" | "CI";
                service: string;
                serviceKpi: string | null;
            };
            weightPolicies: {
                description: string;
                filters: components["schemas"]["Filter"];
                id: string;
                name: string;
                /** @enum {string} */
                status: "active" | "inactive";
                weight: number;
            }[];
        };
        /**
         * @description The source of each field of an alert (docs/rules.md#mapping-values)
         * @example {
         *       "resource": "host.name",
         *       "event": "alarm",
         *       "text": {
         *         "path": "messages",
         *         "join": ", "
         *       },
         *       "severity": {
         *         "path": "isDown",
         *         "if_true": "critical",
         *         "if_false": "normal"
         *       },
         *       "attributes": {
         *         "region": "labels.region"
         *       }
         *     }
         */
        FieldMappings: {
            attributes?: components["schemas"]["MappedAttributes"] | components["schemas"]["MappingValue"];
            correlate?: components["schemas"]["MappingValue"];
            createTime?: components["schemas"]["MappingValue"];
            customer?: components["schemas"]["MappingValue"];
            environment?: components["schemas"]["MappingValue"];
            event?: components["schemas"]["MappingValue"];
            group?: components["schemas"]["MappingValue"];
            origin?: components["schemas"]["MappingValue"];
            rawData?: components["schemas"]["MappingValue"];
            resource?: components["schemas"]["MappingValue"];
            resourceChildren?: components["schemas"]["MappingValue"];
            resourceParent?: components["schemas"]["MappingValue"];
            service?: components["schemas"]["MappingValue"];
            severity?: components["schemas"]["MappingValue"];
            status?: components["schemas"]["MappingValue"];
            tags?: components["schemas"]["MappingValue"];
            text?: components["schemas"]["MappingValue"];
            timeout?: components["schemas"]["MappingValue"];
            type?: components["schemas"]["MappingValue"];
            value?: components["schemas"]["MappingValue"];
        };
        FieldProvenance: {
            /**
             * @example severity
             * @example attributes.region
             */
            field: string;
            /** @description Why the path gave nothing */
            hint: string | null;
            /** @enum {string} */
            origin: "path" | "literal" | "default" | "missing";
            /** @description The path as resolved in this payload */
            path: string | null;
        };
        /**
         * @description A filter without clauses matches every alert. At most 10 levels and 1000 clauses.
         * @example {
         *       "operator": "AND",
         *       "clauses": [
         *         {
         *           "key": "attributes.region",
         *           "op": "IN",
         *           "value": [
         *             "eu",
         *             "us"
         *           ]
         *         }
         *       ]
         *     }
         */
        Filter: {
            clauses?: (components["schemas"]["FilterClause"] | components["schemas"]["Filter"])[];
            /**
             * @description AND when omitted
             * @enum {string}
             */
            operator?: "AND" | "OR";
        };
        FilterClause: {
            /** @description A dotted path into the alert */
            key: string;
            /** @enum {string} */
            op: "=" | "!=" | "<" | "<=" | ">" | ">=" | "CONTAINS" | "NOT CONTAINS" | "LIKE" | "NOT LIKE" | "~" | "!~" | "IN" | "NOT IN";
            /** @description A list for IN and NOT IN only */
            value: (string | number | boolean) | (string | number | boolean)[];
        };
        HierarchyConfig: {
            disabledHereditary?: unknown;
            disabledPerformance?: unknown;
            disabledSLA?: unknown;
            hereditary?: unknown;
            severityLevelsPerformance?: unknown;
            severityLevelsSLA?: unknown;
            severityLevelsSLAAvailability?: unknown;
            severityLevelsSLAPerformance?: unknown;
        };
        /** @description One fault of the input; path is its place in the input */
        Issue: {
            /** @enum {string} */
            code: "serviceNodeCount" | "cycle" | "serviceHasParent" | "environmentNotUnderService" | "duplicateEnvironment" | "resourceUnderService" | "resourceWithoutEnvironment" | "resourceInMultipleEnvironments" | "duplicateResource" | "duplicateId" | "idCollision" | "selfLoop" | "edgeEndpointMissing" | "missingId" | "missingLabel" | "invalidKind" | "invalidNode" | "invalidEdge" | "valueTooLong" | "invalidPosition" | "invalidParams" | "invalidHierarchyConfig" | "invalidNodes" | "invalidEdges" | "tooLarge" | "missingResource" | "duplicateRecord" | "selfParent" | "invalidCsvHeader" | "invalidJson" | "tooManyRecords" | "bodyTooLarge" | "licenseLimit" | "invalidFormat" | "unsupportedSchemaVersion" | "emptyBundle" | "serviceMissing" | "invalidOrientation" | "invalidMapping" | "invalidDefault" | "invalidArrayPath" | "unknownField" | "tooMany";
            message: string;
            path: string;
            subject?: components["schemas"]["IssueSubject"];
        };
        /** @description The node or edge of a graph that an issue is about */
        IssueSubject: {
            /** @description The field with the fault; null if the fault is in no single field */
            field: ("id" | "kind" | "label" | "icon" | "params" | "hierarchyConfig" | "position" | "source" | "target") | null;
            /** @description Null without an id that can be stored */
            id: string | null;
            /** @description The index in `nodes` or `edges`; null if the input was merged with a stored graph */
            index: number | null;
            /** @enum {string} */
            kind: "node" | "edge";
        };
        MappedAlert: {
            attributes?: unknown;
            correlate?: unknown;
            createTime?: unknown;
            customer?: unknown;
            environment?: unknown;
            event?: unknown;
            group?: unknown;
            origin?: unknown;
            rawData?: unknown;
            resource?: unknown;
            resourceChildren?: unknown;
            resourceParent?: unknown;
            service?: unknown;
            severity?: unknown;
            status?: unknown;
            tags?: unknown;
            text?: unknown;
            timeout?: unknown;
            type?: unknown;
            value?: unknown;
        };
        /** @description At most 10 levels */
        MappedAttributes: {
            [key: string]: components["schemas"]["MappingValue"] | components["schemas"]["MappedAttributes"];
        };
        /** @description At most one of join, expand, and the pair if_true and if_false */
        MappedPath: {
            /** @description true = one alert for each element; the path must contain [] */
            expand?: boolean | null;
            /** @description The value for a false value at the path */
            if_false?: unknown;
            /** @description The value for a true value at the path */
            if_true?: unknown;
            /** @description The separator that joins the elements of the list at the path into one text */
            join?: string | null;
            /**
             * @example alerts[0].host
             * @example labels["app.name"]
             */
            path: string;
        };
        /** @description A text is a path into the payload; a number or a boolean is a literal value */
        MappingValue: string | number | boolean | null | components["schemas"]["MappedPath"];
        /**
         * @example {
         *       "environment": "Production",
         *       "resource": "disk-sdb",
         *       "event": "DiskFull",
         *       "severity": "critical",
         *       "service": [
         *         "shop"
         *       ],
         *       "text": "98 % used"
         *     }
         */
        NewAlert: {
            /** @default {} */
            attributes?: {
                [key: string]: unknown;
            };
            /** @default [] */
            correlate?: (string | number | boolean)[];
            /**
             * Format: date-time
             * @description Default: the time of reception
             */
            createTime?: string;
            /** @default null */
            customer?: string | null;
            environment: string;
            event: string;
            /** @default Misc */
            group?: string;
            /** @default null */
            origin?: string | null;
            rawData?: unknown;
            resource: string;
            /** @default [] */
            resourceChildren?: (string | number | boolean)[];
            /** @default null */
            resourceParent?: string | null;
            /** @default [] */
            service?: (string | number | boolean)[];
            /** @default normal */
            severity?: components["schemas"]["Severity"];
            /** @description Default: derived from the severity */
            status?: components["schemas"]["AlertStatus"];
            /** @default [] */
            tags?: (string | number | boolean)[];
            /** @default  */
            text?: string;
            /**
             * @description Seconds
             * @default 86400
             */
            timeout?: number;
            /** @default exceptionAlert */
            type?: string;
            /** @default  */
            value?: string | number;
        };
        /**
         * @example {
         *       "user": "monitoring",
         *       "scopes": [
         *         "write:alerts"
         *       ],
         *       "text": "The probes"
         *     }
         */
        NewApiKey: {
            /**
             * Format: date-time
             * @description null = never; default and maximum: the expireTime of the caller's own API key
             */
            expireTime?: string | null;
            scopes: components["schemas"]["Scope"][];
            /** @default  */
            text?: string;
            /** @description Default: the caller; another user needs admin */
            user?: string;
        };
        NewEdge: {
            /** @description Generated when omitted */
            id?: string;
            source: string;
            target: string;
        };
        NewNode: {
            /** @default {} */
            hierarchyConfig?: components["schemas"]["HierarchyConfig"];
            /** @default  */
            icon?: string;
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            /** @default {} */
            params?: {
                [key: string]: unknown;
            };
            /** @description When omitted, a stored node keeps its position and a new node is laid out */
            position?: {
                x: number;
                y: number;
            };
        };
        /**
         * @example {
         *       "environment": "Production",
         *       "resource": "disk-sdb",
         *       "parent": "database"
         *     }
         */
        NewRelation: {
            /** @default  */
            environment?: string;
            parent: string;
            resource: string;
            /**
             * @default manual
             * @enum {string}
             */
            source?: "manual" | "event" | "cmdb" | "topology" | "policy";
            /** @default null */
            sourceRef?: string | null;
        };
        /**
         * @example {
         *       "name": "Pods of the shop",
         *       "description": "If a pod fails, the web shop is hurt",
         *       "filters": {
         *         "clauses": [
         *           {
         *             "key": "resource",
         *             "op": "~",
         *             "value": "^shop-[0-9a-f]+$"
         *           }
         *         ]
         *       },
         *       "parent": "web-shop"
         *     }
         */
        NewRelationPolicy: {
            /** @description Ignored */
            createTime?: unknown;
            description: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @description Ignored */
            id?: unknown;
            name: string;
            parent: string;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /**
         * @example {
         *       "environment": "Production",
         *       "relations": [
         *         {
         *           "resource": "disk-sdb",
         *           "parent": "database"
         *         }
         *       ]
         *     }
         */
        NewRelations: {
            /**
             * @description The environment of items without one
             * @default
             */
            environment?: string;
            relations: {
                environment?: string;
                parent: string;
                resource: string;
            }[];
            /**
             * @default manual
             * @enum {string}
             */
            source?: "manual" | "event" | "cmdb" | "topology" | "policy";
            /** @default null */
            sourceRef?: string | null;
        };
        /**
         * @description A topology without nodes gets a single service node
         * @example {
         *       "name": "Shop",
         *       "description": "What customers see",
         *       "service": "shop",
         *       "orientation": "TB",
         *       "nodes": [
         *         {
         *           "id": "shop",
         *           "kind": "service",
         *           "label": "Shop"
         *         },
         *         {
         *           "id": "production",
         *           "kind": "environment",
         *           "label": "Production"
         *         },
         *         {
         *           "id": "db",
         *           "kind": "resource",
         *           "label": "database",
         *           "icon": "database"
         *         }
         *       ],
         *       "edges": [
         *         {
         *           "source": "shop",
         *           "target": "production"
         *         },
         *         {
         *           "source": "production",
         *           "target": "db"
         *         }
         *       ]
         *     }
         */
        NewTopology: {
            description: string;
            edges?: components["schemas"]["NewEdge"][];
            name: string;
            nodes?: components["schemas"]["NewNode"][];
            /**
             * @default TB
             * @enum {string}
             */
            orientation?: "TB" | "LR" | "CI";
            /** @description Must not have a topology yet */
            service: string;
            /**
             * @deprecated
             * @description serviceKpi, from older clients
             */
            service_kpi?: string | null;
            serviceKpi?: string | null;
        };
        /**
         * @example {
         *       "id": "probe",
         *       "name": "Probe",
         *       "enabled": true,
         *       "fieldMappings": {
         *         "resource": "host",
         *         "text": "message"
         *       },
         *       "defaultValues": {
         *         "event": "ProbeFailed",
         *         "environment": "Production",
         *         "type": "probe",
         *         "severity": "major"
         *       },
         *       "authMode": "header",
         *       "authHeaderScheme": "generic",
         *       "authHeaderName": "X-Signature",
         *       "authSecret": "a long random text"
         *     }
         */
        NewWebhook: {
            apiKeyId?: string;
            arrayPath?: string;
            authHeaderName?: string;
            /** @enum {string} */
            authHeaderScheme?: "static" | "generic" | "hub" | "chat" | "standard";
            /**
             * @default none
             * @enum {string}
             */
            authMode?: "none" | "header" | "api_key";
            /** @description Write-only; the empty text and ****** keep the stored secret */
            authSecret?: string;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Also accepted until authSecretPreviousExpires */
            authSecretPrevious?: string;
            /**
             * Format: date-time
             * @description null ends a rotation
             */
            authSecretPreviousExpires?: string | null;
            /** @description Ignored */
            authSecretPreviousSet?: unknown;
            /** @description Ignored */
            authSecretSet?: unknown;
            /** @description Ignored */
            authSecretStale?: unknown;
            /** @description Ignored */
            createdBy?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            deduplication?: components["schemas"]["WebhookDeduplication"] | null;
            defaultValues?: components["schemas"]["DefaultValues"];
            description?: string;
            /** @default false */
            enabled?: boolean;
            /** @description Ignored */
            errorHistory?: unknown;
            /** @description Ignored */
            errorHistoryCount?: unknown;
            fieldMappings?: components["schemas"]["FieldMappings"];
            /** @description Default: a UUID */
            id?: string;
            /** @description Ignored */
            lastErrorAt?: unknown;
            /** @description Ignored */
            lastPayloadAt?: unknown;
            /** @description Default: the id */
            name?: string;
            /** @description Ignored */
            payloadHistory?: unknown;
            /** @description Ignored */
            payloadHistoryCount?: unknown;
            sourceId?: string;
            /** @description Ignored */
            updateTime?: unknown;
        };
        /**
         * @example {
         *       "name": "Databases first",
         *       "description": "Alerts on databases come first",
         *       "filters": {
         *         "clauses": [
         *           {
         *             "key": "resource",
         *             "op": "LIKE",
         *             "value": "db-%"
         *           }
         *         ]
         *       },
         *       "weight": 10
         *     }
         */
        NewWeightPolicy: {
            /** @description Ignored */
            createTime?: unknown;
            description: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @description Ignored */
            id?: unknown;
            name: string;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description An existing topology; null = a global policy */
            topologyId?: string | null;
            /** @default 0 */
            weight?: number;
        };
        Node: {
            /** @description Derived; null for the service node */
            environment: string | null;
            hierarchyConfig: components["schemas"]["HierarchyConfig"];
            icon: string;
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            params: {
                [key: string]: unknown;
            };
            position: components["schemas"]["Position"];
            /** @description Derived; null unless the kind is resource */
            resource: string | null;
        };
        NodeChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @constant */
            kind: "node";
            node: components["schemas"]["NodeName"];
            service: string;
        };
        /** @description Identifies a node of a topology by its name instead of its id */
        NodeName: {
            /** @description null for the service node */
            environment: string | null;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
        };
        PayloadReference: {
            /** @description The index in payloadHistory; 0 = the newest */
            history: number;
            /** @description Must equal the receivedAt of the entry, as a safeguard */
            receivedAt?: string;
        };
        Position: {
            x: number;
            y: number;
        };
        RejectedAlert: {
            /** @description The result of the mapping */
            alert_data: components["schemas"]["MappedAlert"];
            error: string;
        };
        Relation: {
            createTime: components["schemas"]["Time"];
            environment: string;
            id: string;
            parent: string;
            resource: string;
            /** @enum {string} */
            source: "manual" | "event" | "cmdb" | "topology" | "policy";
            sourceRef: string | null;
            updateTime: components["schemas"]["Time"];
        };
        RelationChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            environment: string;
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @description The parents that it replaces */
            formerParents?: string[];
            /** @constant */
            kind: "relation";
            parent: string;
            resource: string;
        };
        RelationPolicy: {
            createTime: components["schemas"]["Time"];
            description: string;
            filters: components["schemas"]["Filter"];
            id: string;
            name: string;
            parent: string;
            /** @enum {string} */
            status: "active" | "inactive";
        };
        RelationPolicyChanges: {
            /** @description Ignored */
            createTime?: unknown;
            description?: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @description Ignored */
            id?: unknown;
            name?: string;
            parent?: string;
            /** @enum {string} */
            status?: "active" | "inactive";
        };
        /** @enum {string} */
        Scope: "read" | "read:service_topologies" | "read:service_catalog" | "read:webhook_configs" | "read:alerts" | "read:keys" | "read:audit" | "write" | "write:service_topologies" | "write:service_catalog" | "write:webhook_configs" | "write:alerts" | "write:keys" | "write:audit" | "admin" | "admin:service_topologies" | "admin:service_catalog" | "admin:webhook_configs" | "admin:alerts" | "admin:keys" | "admin:audit";
        SentBundle: {
            /** @constant */
            kind: "platform-service-topology-bundle";
            topologies: (components["schemas"]["SentDocument"] | components["schemas"]["EditorExport"] | components["schemas"]["TreeDocument"] | components["schemas"]["BareTree"])[];
        };
        /** @description An export document */
        SentDocument: {
            catalogService?: {
                alertImpact?: {
                    blacklist?: components["schemas"]["Filter"];
                    /** @description Empty = all */
                    severities?: components["schemas"]["Severity"][];
                    /** @description Empty = all */
                    statuses?: components["schemas"]["AlertStatus"][];
                    whitelist?: components["schemas"]["Filter"];
                };
                description?: string;
                icon?: string;
                name?: string;
                /** @description Must equal the id in the path */
                serviceId?: string;
            } | null;
            edges?: components["schemas"]["NewEdge"][];
            /** @constant */
            kind: "platform-service-topology";
            nodes: components["schemas"]["NewNode"][];
            /** @constant */
            schemaVersion: 2;
            topology: {
                description?: string;
                name?: string;
                /** @enum {string} */
                orientation?: "TB" | "LR" | "CI";
                /** @description Default: the query parameter service */
                service?: string;
                serviceKpi?: string | null;
            };
            weightPolicies?: {
                /** @description Ignored */
                createTime?: unknown;
                description: string;
                filters?: components["schemas"]["Filter"] | null;
                /** @description Ignored */
                id?: unknown;
                name: string;
                /**
                 * @default active
                 * @enum {string}
                 */
                status?: "active" | "inactive";
                /** @description An existing topology; null = a global policy */
                topologyId?: string | null;
                /** @default 0 */
                weight?: number;
            }[];
        };
        /**
         * @description Worst first
         * @enum {string}
         */
        Severity: "security" | "critical" | "major" | "minor" | "warning" | "indeterminate" | "informational" | "normal" | "ok" | "cleared" | "debug" | "trace" | "unknown";
        SuggestedEdge: {
            id: string;
            /** @description The id of the parent node */
            source: string;
            /** @constant */
            suggested: true;
            /** @description The id of the child node */
            target: string;
        };
        SuggestedNode: {
            /** @description Derived; null for the service node */
            environment: string | null;
            hierarchyConfig: components["schemas"]["HierarchyConfig"];
            icon: string;
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            params: {
                [key: string]: unknown;
            };
            position: components["schemas"]["Position"];
            /** @description Derived; null unless the kind is resource */
            resource: string | null;
            /** @constant */
            suggested: true;
        };
        /**
         * Format: date-time
         * @example 2026-11-20T12:00:00.000Z
         */
        Time: string;
        Topology: {
            createTime: components["schemas"]["Time"];
            description: string;
            edges: components["schemas"]["Edge"][];
            id: string;
            name: string;
            nodes: components["schemas"]["Node"][];
            /** @enum {string} */
            orientation: "TB" | "LR" | "CI";
            /** @enum {number} */
            schemaVersion: 1 | 2;
            service: string;
            /**
             * @deprecated
             * @description serviceKpi, for older clients
             */
            service_kpi: string | null;
            serviceKpi: string | null;
            updateTime: components["schemas"]["Time"];
        };
        /** @description The topology of a service without its nodes and edges */
        TopologyChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @constant */
            kind: "topology";
            service: string;
        };
        /** @description nodes and edges are sent together and replace the whole graph */
        TopologyChanges: {
            /** @description Ignored */
            createTime?: unknown;
            description?: string;
            edges?: components["schemas"]["NewEdge"][];
            /** @description Ignored */
            id?: unknown;
            name?: string;
            nodes?: components["schemas"]["NewNode"][];
            /** @enum {string} */
            orientation?: "TB" | "LR" | "CI";
            /** @description Ignored */
            schemaVersion?: unknown;
            /** @description Must equal the stored service */
            service?: string;
            /**
             * @deprecated
             * @description serviceKpi, from older clients
             */
            service_kpi?: string | null;
            serviceKpi?: string | null;
            /** @description Ignored */
            updateTime?: unknown;
        };
        TopologyFile: (components["schemas"]["SentDocument"] | components["schemas"]["EditorExport"] | components["schemas"]["TreeDocument"] | components["schemas"]["BareTree"]) | components["schemas"]["SentBundle"];
        TopologyForm: {
            /** Format: binary */
            file: string;
        };
        TopologyImportResult: {
            /** @enum {string} */
            action: "created" | "updated";
            catalogService: {
                /** @enum {string} */
                action: "create" | "update" | "unchanged" | "skip";
                /** @description The written fields */
                fields: ("name" | "description" | "icon" | "alertImpact")[];
            };
            counts: {
                edges: components["schemas"]["Counters"];
                nodes: components["schemas"]["Counters"];
                weightPolicies: components["schemas"]["Counters"];
            };
            service: string;
            topologyId: string;
        };
        TopologyPreview: {
            catalogService: {
                /** @enum {string} */
                action: "create" | "update" | "unchanged" | "skip";
                /** @description The written fields */
                fields: ("name" | "description" | "icon" | "alertImpact")[];
            };
            edges: components["schemas"]["Counters"];
            errors: components["schemas"]["Issue"][];
            idsRegenerated: number;
            nodes: components["schemas"]["Counters"];
            topology: {
                /** @enum {string} */
                action: "create" | "update";
                /** @description null for a topology that would be created */
                id: string | null;
                service: string;
            };
            warnings: components["schemas"]["TransferWarning"][];
            weightPolicies: components["schemas"]["Counters"];
        };
        TransferWarning: {
            /** @enum {string} */
            code: "legacyConverted" | "idsRegenerated" | "positionsKept";
            message: string;
            params: {
                [key: string]: string | number;
            };
            row: null;
        };
        TraversalEntry: {
            depth: number;
            path: string[];
            resource: string;
        };
        /** @description A tree of an earlier release */
        TreeDocument: {
            description?: string;
            name?: string;
            /** @enum {string} */
            orientation?: "TB" | "LR" | "CI";
            /** @description Default: the query parameter service */
            service?: string;
            serviceKpi?: string | null;
            /** @description Nodes have type, label or name, and children */
            tree: {
                [key: string]: unknown;
            };
        };
        UnsavedWebhook: {
            /** @description As in POST /api/webhook_config; authentication is ignored */
            config: {
                [key: string]: unknown;
            };
            payload: {
                [key: string]: unknown;
            } | unknown[];
        };
        WebhookChanges: {
            apiKeyId?: string;
            arrayPath?: string;
            authHeaderName?: string;
            /** @enum {string} */
            authHeaderScheme?: "static" | "generic" | "hub" | "chat" | "standard";
            /** @enum {string} */
            authMode?: "none" | "header" | "api_key";
            /** @description Write-only; the empty text and ****** keep the stored secret */
            authSecret?: string;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Also accepted until authSecretPreviousExpires */
            authSecretPrevious?: string;
            /**
             * Format: date-time
             * @description null ends a rotation
             */
            authSecretPreviousExpires?: string | null;
            /** @description Ignored */
            authSecretPreviousSet?: unknown;
            /** @description Ignored */
            authSecretSet?: unknown;
            /** @description Ignored */
            authSecretStale?: unknown;
            /** @description Ignored */
            createdBy?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            deduplication?: components["schemas"]["WebhookDeduplication"] | null;
            defaultValues?: components["schemas"]["DefaultValues"];
            description?: string;
            enabled?: boolean;
            /** @description Ignored */
            errorHistory?: unknown;
            /** @description Ignored */
            errorHistoryCount?: unknown;
            fieldMappings?: components["schemas"]["FieldMappings"];
            /** @description Must equal the id in the path */
            id?: string;
            /** @description Ignored */
            lastErrorAt?: unknown;
            /** @description Ignored */
            lastPayloadAt?: unknown;
            name?: string;
            /** @description Ignored */
            payloadHistory?: unknown;
            /** @description Ignored */
            payloadHistoryCount?: unknown;
            sourceId?: string;
            /** @description Ignored */
            updateTime?: unknown;
        };
        WebhookConfig: {
            apiKeyId: string | null;
            arrayPath: string;
            authHeaderName: string | null;
            authHeaderScheme: ("static" | "generic" | "hub" | "chat" | "standard") | null;
            /** @enum {string} */
            authMode: "none" | "header" | "api_key";
            authSecretPlaintext: string | null;
            authSecretPreviousExpires: components["schemas"]["Time"] | null;
            authSecretPreviousSet: boolean;
            authSecretSet: boolean;
            authSecretStale: boolean;
            createdBy: string;
            createTime: components["schemas"]["Time"];
            deduplication: components["schemas"]["WebhookDeduplication"] | null;
            defaultValues: components["schemas"]["DefaultValues"];
            description: string;
            enabled: boolean;
            errorHistory: components["schemas"]["WebhookErrorEntry"][];
            fieldMappings: components["schemas"]["FieldMappings"];
            id: string;
            name: string;
            payloadHistory: components["schemas"]["WebhookHistoryEntry"][];
            sourceId: string;
            updateTime: components["schemas"]["Time"];
        };
        WebhookDeduplication: {
            /** @description The header with the deduplication key */
            header: string;
            ttlSeconds: number;
        } | {
            /** @description The payload path of the deduplication key */
            path: string;
            ttlSeconds: number;
        };
        WebhookErrorEntry: {
            httpStatus: number;
            message: string | null;
            oversized: boolean;
            payload: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            receivedAt: components["schemas"]["Time"];
            sizeBytes: number;
            traceback: string | null;
        };
        WebhookHistoryEntry: {
            httpStatus: number;
            message: string | null;
            oversized: boolean;
            payload: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            receivedAt: components["schemas"]["Time"];
            sizeBytes: number;
        };
        WebhookPreset: {
            config: {
                arrayPath?: string;
                authHeaderName?: string;
                /** @enum {string} */
                authHeaderScheme: "static" | "generic" | "hub" | "chat" | "standard";
                /** @constant */
                authMode: "header";
                deduplication?: {
                    header: string;
                    ttlSeconds: number;
                };
                defaultValues: components["schemas"]["DefaultValues"];
                /** @constant */
                enabled: true;
                fieldMappings: components["schemas"]["FieldMappings"];
            };
            hints: string[];
            id: string;
            name: string;
        };
        WebhookSummary: {
            apiKeyId: string | null;
            authHeaderName: string | null;
            authHeaderScheme: ("static" | "generic" | "hub" | "chat" | "standard") | null;
            /** @enum {string} */
            authMode: "none" | "header" | "api_key";
            authSecretPlaintext: string | null;
            authSecretPreviousExpires: components["schemas"]["Time"] | null;
            authSecretPreviousSet: boolean;
            authSecretSet: boolean;
            authSecretStale: boolean;
            createdBy: string;
            createTime: components["schemas"]["Time"];
            description: string;
            enabled: boolean;
            errorHistoryCount: number;
            id: string;
            lastErrorAt: components["schemas"]["Time"] | null;
            lastPayloadAt: components["schemas"]["Time"] | null;
            name: string;
            payloadHistoryCount: number;
            sourceId: string;
            updateTime: components["schemas"]["Time"];
        };
        WebhookWarning: {
            /** @enum {string} */
            code: "shortSecret";
            message: string;
            path: string;
        };
        WeightPolicy: {
            createTime: components["schemas"]["Time"];
            description: string;
            filters: components["schemas"]["Filter"];
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "inactive";
            topologyId: string | null;
            weight: number;
        };
        /** @description service is the service of the imported document */
        WeightPolicyChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            /** @constant */
            kind: "weightPolicy";
            name: string;
            service: string;
        };
        WeightPolicyChanges: {
            /** @description Ignored */
            createTime?: unknown;
            description?: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @description Ignored */
            id?: unknown;
            name?: string;
            /** @enum {string} */
            status?: "active" | "inactive";
            /** @description An existing topology; null = a global policy */
            topologyId?: string | null;
            weight?: number;
        };
    };
    responses: {
        /** @description The body is compressed */
        Compressed: {
            headers: {
                /** @description The supported encodings of the body */
                "Accept-Encoding": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It conflicts with stored data, or with a concurrent write: try again */
        Conflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header Expect has a value other than 100-continue */
        ExpectationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key lacks a scope, or the license does not allow it */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers are too long */
        HeadersTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not valid; the message names the field */
        Invalid: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path exists, but does not support this method */
        MethodNotAllowed: {
            headers: {
                /** @description The supported methods */
                Allow: string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It has changed since the caller read it */
        PreconditionFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request was not complete in time */
        RequestTimeout: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too long */
        TooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests with this API key, deliveries to this webhook, or wrong API keys from this address within a minute */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before the next attempt */
                "Retry-After": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, unknown or has expired */
        Unauthenticated: {
            headers: {
                /** @description The authentication scheme */
                "WWW-Authenticate": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store does not answer or is busy, or too many large answers are being sent: try again */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before the next attempt */
                "Retry-After": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unexpected error; the log has details under the request id */
        Unexpected: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The `X-Request-ID` of the request if it is well-formed, else a new one; log lines have the same id */
        RequestId: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    receiveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlert"];
            };
        };
        responses: {
            /** @description The alert, new or a duplicate */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alert: components["schemas"]["Alert"];
                        id: string;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alert: components["schemas"]["Alert"];
                        /** @constant */
                        status: "ok";
                        /** @constant */
                        total: 1;
                    };
                };
            };
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    setAlertStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertStatusChange"];
            };
        };
        responses: {
            /** @description The alert */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alert: components["schemas"]["Alert"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                environment?: string[];
                event?: string[];
                page?: number;
                "page-size"?: number;
                resource?: string[];
                severity?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime" | "lastReceiveTime" | "-lastReceiveTime";
                status?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["Alert"][];
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    listAlertsByService: {
        parameters: {
            query?: {
                environment?: string[];
                event?: string[];
                page?: number;
                "page-size"?: number;
                resource?: string[];
                severity?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime" | "lastReceiveTime" | "-lastReceiveTime";
                status?: string[];
            };
            header?: never;
            path: {
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["Alert"][];
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                event?: string[];
                page?: number;
                "page-size"?: number;
                resourceId?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime";
                type?: string[];
                user?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit: components["schemas"]["AuditEntry"][];
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The secret, which is shown only once, and the key */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        /** @description The secret */
                        key: string;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChanges"];
            };
        };
        responses: {
            /** @description The key, without its secret */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                page?: number;
                "page-size"?: number;
                /** @description A column; `-` = descending */
                "sort-by"?: "user" | "-user" | "text" | "-text" | "createTime" | "-createTime" | "expireTime" | "-expireTime" | "lastUsedTime" | "-lastUsedTime";
                user?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    listRelationPolicies: {
        parameters: {
            query?: {
                createTime?: string[];
                description?: string[];
                id?: string[];
                name?: string[];
                page?: number;
                "page-size"?: number;
                parent?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "status" | "-status" | "createTime" | "-createTime" | "parent" | "-parent";
                status?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of policies */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        policies: components["schemas"]["RelationPolicy"][];
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    createRelationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelationPolicy"];
            };
        };
        responses: {
            /** @description The policy */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy: components["schemas"]["RelationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readRelationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy: components["schemas"]["RelationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    updateRelationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RelationPolicyChanges"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policy: components["schemas"]["RelationPolicy"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteRelationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readResourceGraph: {
        parameters: {
            query: {
                depth?: number;
                direction?: "ancestors" | "descendants" | "both";
                environment?: string;
                resource: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resource with its neighbors, its ancestors and its descendants */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ancestors?: components["schemas"]["TraversalEntry"][];
                        children: components["schemas"]["Relation"][];
                        descendants?: components["schemas"]["TraversalEntry"][];
                        environment: string;
                        parents: components["schemas"]["Relation"][];
                        resource: string;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    importCmdb: {
        parameters: {
            query?: {
                /** @description List the changes in addition to their counters */
                changes?: "0" | "1" | "true" | "false";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description The environment of records without one */
                environment?: string;
                /** @description Detected from the file when omitted */
                format?: "json" | "csv";
                mode?: "merge" | "replace";
                source?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 20 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CmdbRecords"];
                "multipart/form-data": components["schemas"]["CmdbForm"];
                "text/csv": components["schemas"]["CmdbCsv"];
            };
        };
        responses: {
            /** @description The changes that were made, or would be made */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false = a dry run */
                        applied: boolean;
                        catalogServices: {
                            create: number;
                            unchanged: number;
                        };
                        /** @description With changes=1. If there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: the number of all changes, including those not listed */
                        changesTotal?: number;
                        errors: components["schemas"]["Issue"][];
                        /** @enum {string} */
                        mode: "merge" | "replace";
                        records: {
                            graphOnly: number;
                            total: number;
                            withServices: number;
                        };
                        relations: components["schemas"]["Counters"];
                        source: string;
                        /** @constant */
                        status: "ok";
                        topologies: components["schemas"]["CmdbTopologyReport"][];
                        warnings: components["schemas"]["CmdbWarning"][];
                    };
                };
            };
        };
    };
    readCmdbTemplate: {
        parameters: {
            query?: {
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Six records, as an attachment */
            200: {
                headers: {
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CmdbRecord"][];
                    "text/csv": string;
                };
            };
        };
    };
    listRelations: {
        parameters: {
            query?: {
                environment?: string[];
                page?: number;
                "page-size"?: number;
                parent?: string[];
                resource?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "environment" | "-environment" | "resource" | "-resource" | "parent" | "-parent" | "source" | "-source" | "sourceRef" | "-sourceRef" | "createTime" | "-createTime" | "updateTime" | "-updateTime";
                source?: string[];
                sourceRef?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of relations */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        relations: components["schemas"]["Relation"][];
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    putRelation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelation"];
            };
        };
        responses: {
            /** @description The stored relation */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        relation: components["schemas"]["Relation"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteRelationsOf: {
        parameters: {
            query: {
                environment?: string;
                parent?: string;
                resource: string;
                source?: "manual" | "event" | "cmdb" | "topology" | "policy";
                sourceRef?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteRelation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relation is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    putRelations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelations"];
            };
        };
        responses: {
            /** @description The numbers of created and refreshed relations */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inserted: number;
                        /** @constant */
                        status: "ok";
                        updated: number;
                    };
                };
            };
        };
    };
    listCatalogServices: {
        parameters: {
            query?: {
                description?: string[];
                icon?: string[];
                name?: string[];
                page?: number;
                "page-size"?: number;
                serviceId?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "serviceId" | "-serviceId" | "name" | "-name" | "description" | "-description" | "icon" | "-icon";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of services */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        services: components["schemas"]["CatalogService"][];
                        /** @constant */
                        status: "ok";
                        total: number;
                    };
                };
            };
        };
    };
    readCatalogService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["CatalogService"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    putCatalogService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogServiceChanges"];
            };
        };
        responses: {
            /** @description The changed service */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["CatalogService"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description The new service */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["CatalogService"];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteCatalogService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is removed */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    deleteTopologies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": {
                    service_topologies: (string | {
                        id: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description How many were deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    listTopologies: {
        parameters: {
            query?: {
                createTime?: string[];
                description?: string[];
                id?: string[];
                name?: string[];
                orientation?: string[];
                page?: number;
                "page-size"?: number;
                schemaVersion?: string[];
                service?: string[];
                service_kpi?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "service" | "-service" | "service_kpi" | "-service_kpi" | "orientation" | "-orientation" | "schemaVersion" | "-schemaVersion" | "createTime" | "-createTime" | "updateTime" | "-updateTime" | "severity" | "-severity";
                updateTime?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of topologies */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        topologies: components["schemas"]["Topology"][];
                        total: number;
                    };
                };
            };
        };
    };
    createTopology: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTopology"];
            };
        };
        responses: {
            /** @description The topology */
            201: {
                headers: {
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["Topology"];
                    };
                };
            };
        };
    };
    deleteWeightPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": {
                    policies: (string | {
                        id: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description How many were deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    setWeightPolicyStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": {
                    policies: (string | {
                        id: string;
                    })[];
                    /** @enum {string} */
                    status: "active" | "inactive";
                };
            };
        };
        responses: {
            /** @description The number of existing policies */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        updated: number;
                    };
                };
            };
        };
    };
    listWeightPolicies: {
        parameters: {
            query?: {
                createTime?: string[];
                description?: string[];
                id?: string[];
                name?: string[];
                page?: number;
                "page-size"?: number;
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "status" | "-status" | "createTime" | "-createTime" | "topologyId" | "-topologyId" | "weight" | "-weight";
                status?: string[];
                topologyId?: string[];
                weight?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of policies */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        /** @constant */
                        status: "ok";
                        topologies: components["schemas"]["WeightPolicy"][];
                        total: number;
                    };
                };
            };
        };
    };
    createWeightPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWeightPolicy"];
            };
        };
        responses: {
            /** @description The policy */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["WeightPolicy"];
                    };
                };
            };
        };
    };
    readWeightPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["WeightPolicy"];
                    };
                };
            };
        };
    };
    updateWeightPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WeightPolicyChanges"];
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["WeightPolicy"];
                    };
                };
            };
        };
    };
    deleteWeightPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readTopology: {
        parameters: {
            query?: {
                /** @description The meaning of the last path segment */
                column?: "id" | "service_name";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The topology */
            200: {
                headers: {
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["Topology"];
                        /** @constant */
                        total: 1;
                    };
                };
            };
        };
    };
    saveTopology: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read; `*` = any */
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopologyChanges"];
            };
        };
        responses: {
            /** @description The topology */
            200: {
                headers: {
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        topology: components["schemas"]["Topology"];
                    };
                };
            };
        };
    };
    deleteTopology: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its id */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @constant */
                        status: "ok";
                        topology: string;
                    };
                };
            };
        };
    };
    readAssignments: {
        parameters: {
            query?: {
                /** @description Ignore the alert impact of the catalog service */
                includeExcluded?: "0" | "1" | "true" | "false";
                /** @description Only alerts with these severities: any of security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
                severity?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts and their nodes */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["Alert"][];
                        /** @description Alert ids by node id */
                        assignments: {
                            [key: string]: string[];
                        };
                        /** @description By alert id; via = the ancestor whose node shows the alert */
                        rollups: {
                            [key: string]: {
                                nodeId: string;
                                via: string;
                            };
                        };
                        /** @constant */
                        status: "ok";
                        total: number;
                        unassigned: string[];
                    };
                };
            };
        };
    };
    exportTopology: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, as an attachment */
            200: {
                headers: {
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportDocument"];
                };
            };
        };
    };
    suggestTopology: {
        parameters: {
            query?: {
                /** @description Ignore the alert impact of the catalog service */
                includeExcluded?: "0" | "1" | "true" | "false";
                /** @description Only alerts with these severities: any of security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
                severity?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Ignore the alert impact of the catalog service */
                    includeExcluded?: boolean | null;
                    severity?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Nodes and edges to add, with a summary */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of alerts without a node for that reason */
                        alertsLeftOut: number;
                        edges: components["schemas"]["SuggestedEdge"][];
                        nodes: components["schemas"]["SuggestedNode"][];
                        /** @constant */
                        status: "ok";
                        summary: {
                            newEnvironments: string[];
                            newResources: {
                                environment: string;
                                resource: string;
                            }[];
                            /** @description Environments of alerts that have a node already */
                            skippedEnvironments: string[];
                            /** @description Resources of alerts that have a node already */
                            skippedResources: {
                                environment: string;
                                resource: string;
                            }[];
                        };
                        /** @description Whether nodes are omitted because a topology has at most 5000 */
                        truncated: boolean;
                    };
                };
            };
        };
    };
    exportTopologies: {
        parameters: {
            query?: {
                /** @description Topology ids, separated by commas; all topologies when omitted */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle, as an attachment */
            200: {
                headers: {
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportBundle"];
                };
            };
        };
    };
    importTopologies: {
        parameters: {
            query: {
                /** @description List the changes in addition to their counters */
                changes?: "0" | "1" | "true" | "false";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description Replace each topology with that of the file, or merge them */
                mode: "replace" | "merge";
                /** @description The positions of existing nodes; for merge only */
                positions?: "keep" | "file";
                /** @description The service of files that name none */
                service?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 2 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopologyFile"];
                "multipart/form-data": components["schemas"]["TopologyForm"];
            };
        };
        responses: {
            /** @description The changes that were made, or would be made */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With changes=1. If there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: the number of all changes, including those not listed */
                        changesTotal?: number;
                        dryRun: boolean;
                        previews: components["schemas"]["TopologyPreview"][];
                        /** @description Absent in a dry run */
                        results?: components["schemas"]["TopologyImportResult"][];
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook and its URL */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        status: "ok";
                        /** @description Accepted settings that should be improved */
                        warnings: components["schemas"]["WebhookWarning"][];
                        webhook_config: components["schemas"]["WebhookConfig"];
                        /** Format: uri */
                        webhook_url: string;
                    };
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        webhook_config: components["schemas"]["WebhookConfig"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** @description Accepted settings that should be improved */
                        warnings: components["schemas"]["WebhookWarning"][];
                        webhook_config: components["schemas"]["WebhookConfig"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayloadReference"];
            };
        };
        responses: {
            /** @description All or some of its alerts are created */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
        };
    };
    explainDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayloadReference"] | {
                    [key: string]: unknown;
                } | unknown[];
            };
        };
        responses: {
            /** @description The alerts and the provenance of each field */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description The reason if there are no alerts */
                        message: string | null;
                        /** @description Required fields without a mapping or a default value */
                        missingColumns: string[];
                        /** @constant */
                        status: "ok";
                        /** @description The number of created and rejected alerts; the first ones are explained */
                        total: number;
                        /** @description The number of all alerts with warnings */
                        warned: number;
                    };
                };
            };
        };
    };
    explainConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnsavedWebhook"];
            };
        };
        responses: {
            /** @description The alerts and the provenance of each field */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description The reason if there are no alerts */
                        message: string | null;
                        /** @description Required fields without a mapping or a default value */
                        missingColumns: string[];
                        /** @constant */
                        status: "ok";
                        /** @description The number of created and rejected alerts; the first ones are explained */
                        total: number;
                        /** @description The number of all alerts with warnings */
                        warned: number;
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                createdBy?: string[];
                description?: string[];
                enabled?: ("0" | "1" | "true" | "false")[];
                id?: string[];
                name?: string[];
                page?: number;
                "page-size"?: number;
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "sourceId" | "-sourceId" | "enabled" | "-enabled" | "createdBy" | "-createdBy" | "createTime" | "-createTime" | "updateTime" | "-updateTime";
                sourceId?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks, and the ids of all webhooks with a stale secret */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        more: boolean;
                        page: number;
                        pages: number;
                        pageSize: number;
                        staleSecrets: string[];
                        /** @constant */
                        status: "ok";
                        total: number;
                        webhook_configs: components["schemas"]["WebhookSummary"][];
                    };
                };
            };
        };
    };
    listWebhookPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All presets */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        webhook_presets: components["schemas"]["WebhookPreset"][];
                    };
                };
            };
        };
    };
    receiveDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 0.25 MiB */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                } | unknown[];
            };
        };
        responses: {
            /** @description All or some of its alerts are created, or it was received before */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
        };
    };
    readAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is up */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the text format of Prometheus */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    readOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    readReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store answers */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
        };
    };
}
