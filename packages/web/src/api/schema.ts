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
         * Give an alert another status
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
         * List the alerts of a service: the active ones, unless statuses are named
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
         * List the administrator trail, newest first
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
         * Create an API key; without admin for oneself and with scopes one holds
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
         * Read an API key; without admin an own one
         * @description Needs the scope `read:keys`.
         */
        get: operations["readApiKey"];
        /**
         * Change scopes, text or expireTime of an API key
         * @description Needs the scope `write:keys`.
         */
        put: operations["updateApiKey"];
        post?: never;
        /**
         * Delete an API key: it is refused from now on
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
         * List API keys; without admin the own ones
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
         * Create a policy that gives the resources of the alerts its filters match a parent
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
         * Delete a relation policy; relations that it has stated stay
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
         * Store a relation, or refresh it; a source other than manual needs admin:service_topologies
         * @description Needs the scope `write:service_topologies`.
         */
        post: operations["putRelation"];
        /**
         * Delete the relations in which a resource is the child
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
         * Store or refresh many relations, all or none; a source other than manual needs admin:service_topologies
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
         * Read what the catalog says of a service
         * @description Needs the scope `read:service_catalog`.
         */
        get: operations["readCatalogService"];
        /**
         * Describe a service, and say which of its alerts count
         * @description Needs the scope `write:service_catalog`.
         */
        put: operations["putCatalogService"];
        post?: never;
        /**
         * Take a service out of the catalog: all of its active alerts count again
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
         * Turn several weight policies on or off
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
         * List weight policies, in the order in which they act
         * @description Needs the scope `read:service_topologies`.
         */
        get: operations["listWeightPolicies"];
        put?: never;
        /**
         * Create a policy that weighs the alerts its filters match
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
         * Save a topology, its graph as a whole when one is sent
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
         * Put the active alerts of a service onto the nodes of its topology
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
         * Propose nodes for the active alerts of a service that have none; nothing is saved
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
         * Import a file of topologies, whole or not at all
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
         * Create a webhook that turns what is posted to its URL into alerts
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
         * Delete a webhook; alerts that came through it stay
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
         * Run a kept payload again and create its alerts; needs the scope `write:alerts` as well
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
         * Explain what a webhook would make of a payload, sent or kept; nothing is stored
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
         * Explain what a configuration would make of a payload; nothing is stored
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
         * List ready configurations, one for each tool
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
         * Tell whether the process is up
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
         * Tell whether the store answers
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
            /** @description Of an update: which fields of the stored thing change */
            fields?: string[];
            /** @constant */
            kind: "catalogService";
            service: string;
        };
        /**
         * @description What is not sent stays
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
            /** @description Must be the one of the path */
            serviceId?: string;
        };
        /** @description One of the things that the counters count, by names that people know */
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
            /** @description The index of the record; null = a service; 0 = the header of a CSV file */
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
             * @description It was received before: nothing was created
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
            /** @description When every alert was rejected */
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
            /** @description Of an update: which fields of the stored thing change */
            fields?: string[];
            /** @description The parent in whose place parentNode comes */
            formerParentNode?: components["schemas"]["NodeName"];
            /** @constant */
            kind: "edge";
            parentNode: components["schemas"]["NodeName"];
            service: string;
        };
        /** @description Nodes without a kind have that of their place */
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
                /** @description Must be the one of the path */
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
                /** @description A stored node keeps its own when omitted; a new one is laid out */
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
                /** @description Else the query parameter service */
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
         *           "message": "a node needs a label"
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
            /** @description As it would arrive; null = it would be rejected */
            alert: components["schemas"]["AlertDraft"] | null;
            /** @description What of the payload it is made of; `` = all of it */
            element: string;
            error: string | null;
            fields: components["schemas"]["FieldProvenance"][];
            /** @description What the mapping makes */
            input: components["schemas"]["MappedAlert"];
            /** @description What does not reject the alert and is probably not meant, such as a severity that the payload lacks */
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
            /** @description null = the catalog does not have the service */
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
         * @description Where each field of an alert comes from (docs/rules.md#mapping-values)
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
            /** @description As it was read in this payload */
            path: string | null;
        };
        /**
         * @description Without clauses it matches every alert. At most 10 levels and 1000 clauses.
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
        /** @description One fault; path says where it stands in what was sent */
        Issue: {
            /** @enum {string} */
            code: "serviceNodeCount" | "cycle" | "serviceHasParent" | "environmentNotUnderService" | "duplicateEnvironment" | "resourceUnderService" | "resourceWithoutEnvironment" | "resourceInMultipleEnvironments" | "duplicateResource" | "duplicateId" | "idCollision" | "selfLoop" | "edgeEndpointMissing" | "missingId" | "missingLabel" | "invalidKind" | "invalidNode" | "invalidEdge" | "valueTooLong" | "invalidPosition" | "invalidParams" | "invalidHierarchyConfig" | "invalidNodes" | "invalidEdges" | "tooLarge" | "missingResource" | "duplicateRecord" | "selfParent" | "invalidCsvHeader" | "invalidJson" | "tooManyRecords" | "bodyTooLarge" | "licenseLimit" | "invalidFormat" | "unsupportedSchemaVersion" | "emptyBundle" | "serviceMissing" | "invalidOrientation" | "invalidMapping" | "invalidDefault" | "invalidArrayPath" | "unknownField" | "tooMany";
            message: string;
            path: string;
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
        /** @description With one of join, expand, or if_true and if_false, or none of them */
        MappedPath: {
            /** @description true = an alert for each element; the path has [] in it */
            expand?: boolean | null;
            /** @description What a no at the path stands for */
            if_false?: unknown;
            /** @description What a yes at the path stands for */
            if_true?: unknown;
            /** @description Between the elements of the list at the path, in one text */
            join?: string | null;
            /**
             * @example alerts[0].host
             * @example labels["app.name"]
             */
            path: string;
        };
        /** @description A text is a path into the payload; a number or a boolean stands for itself */
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
             * @description Default: when it is received
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
            /** @description Default: what the severity says */
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
             * @description null = never; default: the end of the own API key, which is the latest that it may be
             */
            expireTime?: string | null;
            scopes: components["schemas"]["Scope"][];
            /** @default  */
            text?: string;
            /** @description Default: the caller; another one needs admin */
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
            /** @description A stored node keeps its own when omitted; a new one is laid out */
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
         *       "description": "Pods come and go: when one fails, the web shop is hurt",
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
             * @description Of the items without one
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
         * @description Without nodes the topology starts with a single service node
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
             * @description serviceKpi, of older clients
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
            /** @description Write-only; `` and ****** keep the stored one */
            authSecret?: string;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Verifies as well until authSecretPreviousExpires */
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
         *       "description": "What is down with a database",
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
            /** @description Of an update: which fields of the stored thing change */
            fields?: string[];
            /** @constant */
            kind: "node";
            node: components["schemas"]["NodeName"];
            service: string;
        };
        /** @description By what people know a node of a topology */
        NodeName: {
            /** @description null for the service node */
            environment: string | null;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
        };
        PayloadReference: {
            /** @description A place in payloadHistory; 0 = the newest */
            history: number;
            /** @description To be sure: that of the entry */
            receivedAt?: string;
        };
        Position: {
            x: number;
            y: number;
        };
        RejectedAlert: {
            /** @description What the mapping made */
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
            /** @description Of an update: which fields of the stored thing change */
            fields?: string[];
            /** @description The parents in whose place it comes */
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
                /** @description Must be the one of the path */
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
                /** @description Else the query parameter service */
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
        /** @description The topology of a service, apart from its nodes and edges */
        TopologyChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description Of an update: which fields of the stored thing change */
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
            /** @description Must be the stored one */
            service?: string;
            /**
             * @deprecated
             * @description serviceKpi, of older clients
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
                /** @description Those written */
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
                /** @description Those written */
                fields: ("name" | "description" | "icon" | "alertImpact")[];
            };
            edges: components["schemas"]["Counters"];
            errors: components["schemas"]["Issue"][];
            idsRegenerated: number;
            nodes: components["schemas"]["Counters"];
            topology: {
                /** @enum {string} */
                action: "create" | "update";
                /** @description null = it is to be created */
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
            /** @description Else the query parameter service */
            service?: string;
            serviceKpi?: string | null;
            /** @description Nodes have type, label or name, and children */
            tree: {
                [key: string]: unknown;
            };
        };
        UnsavedWebhook: {
            /** @description As in POST /api/webhook_config; authentication plays no part */
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
            /** @description Write-only; `` and ****** keep the stored one */
            authSecret?: string;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Verifies as well until authSecretPreviousExpires */
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
            /** @description As in the path */
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
            /** @description Whose value tells deliveries apart */
            header: string;
            ttlSeconds: number;
        } | {
            /** @description Where it stands in the payload */
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
        /** @description service is that of the document that asks for it */
        WeightPolicyChange: {
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description Of an update: which fields of the stored thing change */
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
                /** @description How the body may be sent */
                "Accept-Encoding": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It conflicts with what is stored, or with what others write at the same time: try again */
        Conflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The header Expect says something else than 100-continue */
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
        /** @description What was sent is not valid; the message names the field */
        Invalid: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path is there, but not with this method */
        MethodNotAllowed: {
            headers: {
                /** @description The methods with which it is */
                Allow: string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It was changed since the caller read it */
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
        /** @description Too many requests with this API key, deliveries to this webhook, or wrong API keys of this address, within a minute */
        TooManyRequests: {
            headers: {
                /** @description Seconds after which it is worth trying again */
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
                /** @description The scheme to authenticate by */
                "WWW-Authenticate": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The store does not answer or is busy, or too many large answers are on their way: try again */
        Unavailable: {
            headers: {
                /** @description Seconds after which it is worth trying again */
                "Retry-After": string;
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unexpected error; the log tells more, by the request id */
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
        /** @description The caller's own `X-Request-ID` when it is well-formed, else a new one; log lines have it too */
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
            /** @description The alert, new or known */
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
            /** @description The secret, told once, and the key */
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
                /** @description List what changes, besides counting it */
                changes?: "0" | "1" | "true" | "false";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description Of the records without one */
                environment?: string;
                /** @description As the file looks when omitted */
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
            /** @description What was done, or would be */
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
                        /** @description With changes=1. Where there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: how many there are, listed or not */
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
            /** @description The relation as it is stored */
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
            /** @description How many were new, and how many known */
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
            /** @description The service is gone */
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
            /** @description How many were found */
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
                /** @description What the last segment of the path is */
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
                /** @description Ignore the impact rules of the service in the catalog */
                includeExcluded?: "0" | "1" | "true" | "false";
                /** @description Alerts of exactly these severities; there are security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
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
                        /** @description By alert id; via = the ancestor that is a node */
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
                /** @description Ignore the impact rules of the service in the catalog */
                includeExcluded?: "0" | "1" | "true" | "false";
                /** @description Alerts of exactly these severities; there are security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
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
                    /** @description Ignore the impact rules of the service in the catalog */
                    includeExcluded?: boolean | null;
                    severity?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Nodes and edges to add, and what they are for */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many alerts get no node because of that */
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
                            /** @description Of alerts, and nodes already */
                            skippedEnvironments: string[];
                            /** @description Of alerts, and nodes already */
                            skippedResources: {
                                environment: string;
                                resource: string;
                            }[];
                        };
                        /** @description Whether nodes are left out because a topology has at most 5000 */
                        truncated: boolean;
                    };
                };
            };
        };
    };
    exportTopologies: {
        parameters: {
            query?: {
                /** @description Topology ids with commas between; every topology when omitted */
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
                /** @description List what changes, besides counting it */
                changes?: "0" | "1" | "true" | "false";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description Make each topology what the file says, or add to it */
                mode: "replace" | "merge";
                /** @description Where nodes stand that were there before; of merge only */
                positions?: "keep" | "file";
                /** @description Of files that name none */
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
            /** @description What was done, or would be */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description With changes=1. Where there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: how many there are, listed or not */
                        changesTotal?: number;
                        dryRun: boolean;
                        previews: components["schemas"]["TopologyPreview"][];
                        /** @description Of a real import */
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
            /** @description The webhook, and where it is posted to */
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
                        /** @description What was taken and should be better */
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
                        /** @description What was taken and should be better */
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
            /** @description Its alerts are created, all or some */
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
            /** @description The alerts, and where each field comes from */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description Why there are none */
                        message: string | null;
                        /** @description What enabling the webhook would still need */
                        missingColumns: string[];
                        /** @constant */
                        status: "ok";
                        /** @description Alerts, made or rejected; the first of them are explained */
                        total: number;
                        /** @description How many of all alerts have warnings */
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
            /** @description The alerts, and where each field comes from */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description Why there are none */
                        message: string | null;
                        /** @description What enabling the webhook would still need */
                        missingColumns: string[];
                        /** @constant */
                        status: "ok";
                        /** @description Alerts, made or rejected; the first of them are explained */
                        total: number;
                        /** @description How many of all alerts have warnings */
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
            /** @description A page of webhooks, and the ids of all whose secret is stale */
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
            /** @description All of them */
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
            /** @description All of its alerts are created, or some; or it was received before */
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
