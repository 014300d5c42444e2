export interface paths {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        DeliveryAnswer: {
            /** @enum {string} */
            status: "ok" | "partial";
            webhook_id: string;
            webhook_name: string;
            alerts_created: number;
            alerts: {
                id: string;
                resource: string;
                event: string;
                severity: string;
            }[];
            /**
             * @description The delivery was received before; nothing was created
             * @constant
             */
            duplicate?: true;
            errors?: components["schemas"]["RejectedAlert"][];
        };
        RejectedAlert: {
            /** @description The result of the mapping */
            alert_data: components["schemas"]["MappedAlert"];
            error: string;
        };
        MappedAlert: {
            resource?: unknown;
            event?: unknown;
            environment?: unknown;
            severity?: unknown;
            status?: unknown;
            correlate?: unknown;
            service?: unknown;
            group?: unknown;
            value?: unknown;
            text?: unknown;
            tags?: unknown;
            attributes?: unknown;
            origin?: unknown;
            type?: unknown;
            timeout?: unknown;
            rawData?: unknown;
            customer?: unknown;
            resourceParent?: unknown;
            resourceChildren?: unknown;
            createTime?: unknown;
        };
        DeliveryRefusal: {
            /** @constant */
            status: "error";
            /** @description The HTTP status */
            code: number;
            message: string;
            requestId: string;
            webhook_id?: string;
            webhook_name?: string;
            alerts_created?: number;
            alerts?: {
                id: string;
                resource: string;
                event: string;
                severity: string;
            }[];
            /** @description Present if every alert was rejected */
            errors?: components["schemas"]["RejectedAlert"][];
        };
        Relation: {
            id: string;
            environment: string;
            resource: string;
            parent: string;
            /** @enum {string} */
            source: "manual" | "event" | "cmdb" | "topology" | "policy";
            sourceRef: string | null;
            createTime: components["schemas"]["Time"];
            updateTime: components["schemas"]["Time"];
        };
        /**
         * Format: date-time
         * @example 2026-11-20T12:00:00.000Z
         */
        Time: string;
        TraversalEntry: {
            resource: string;
            depth: number;
            path: string[];
        };
        /**
         * @example {
         *       "environment": "Production",
         *       "resource": "disk-sdb",
         *       "parent": "database"
         *     }
         */
        NewRelation: {
            resource: string;
            parent: string;
            /** @default  */
            environment?: string;
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
            relations: {
                resource: string;
                parent: string;
                environment?: string;
            }[];
            /**
             * @description The environment of items without one
             * @default
             */
            environment?: string;
            /**
             * @default manual
             * @enum {string}
             */
            source?: "manual" | "event" | "cmdb" | "topology" | "policy";
            /** @default null */
            sourceRef?: string | null;
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
        CmdbRecord: {
            resource: string;
            environment?: string;
            parent?: string;
            /** @description A list, or a text separated by ; or | */
            services?: string | string[];
            type?: string;
            attributes?: {
                [key: string]: string;
            };
        };
        CmdbCsv: string;
        CmdbForm: {
            /** Format: binary */
            file: string;
        };
        Counters: {
            create: number;
            update: number;
            remove: number;
            unchanged: number;
        };
        CmdbTopologyReport: {
            service: string;
            /** @enum {string} */
            action: "create" | "update";
            /** @description null in a dry run for a topology that would be created */
            topologyId: string | null;
            nodes: components["schemas"]["Counters"];
            edges: components["schemas"]["Counters"];
            errors: components["schemas"]["Issue"][];
        };
        /** @description One fault of the input; path is its place in the input */
        Issue: {
            /** @enum {string} */
            code: "serviceNodeCount" | "cycle" | "serviceHasParent" | "environmentNotUnderService" | "duplicateEnvironment" | "resourceUnderService" | "resourceWithoutEnvironment" | "resourceInMultipleEnvironments" | "duplicateResource" | "duplicateId" | "idCollision" | "selfLoop" | "edgeEndpointMissing" | "missingId" | "missingLabel" | "invalidKind" | "invalidNode" | "invalidEdge" | "valueTooLong" | "invalidPosition" | "invalidParams" | "invalidHierarchyConfig" | "invalidNodes" | "invalidEdges" | "tooLarge" | "missingResource" | "duplicateRecord" | "selfParent" | "invalidCsvHeader" | "invalidJson" | "tooManyRecords" | "bodyTooLarge" | "licenseLimit" | "invalidFormat" | "unsupportedSchemaVersion" | "emptyBundle" | "serviceMissing" | "invalidOrientation" | "invalidMapping" | "invalidDefault" | "invalidArrayPath" | "unknownField" | "tooMany";
            path: string;
            message: string;
            subject?: components["schemas"]["IssueSubject"];
        };
        /** @description The node or edge of a graph that an issue is about */
        IssueSubject: {
            /** @enum {string} */
            kind: "node" | "edge";
            /** @description The index in `nodes` or `edges`; null if the input was merged with a stored graph */
            index: number | null;
            /** @description Null without an id that can be stored */
            id: string | null;
            /** @description The field with the fault; null if the fault is in no single field */
            field: ("id" | "kind" | "label" | "icon" | "params" | "hierarchyConfig" | "position" | "source" | "target") | null;
        };
        CmdbWarning: {
            /** @enum {string} */
            code: "unknownParent" | "parentNotInService" | "unknownColumn" | "environmentDefaulted" | "serviceCreated" | "topologyCreated";
            message: string;
            /** @description The index of the record; null if it concerns a service; 0 = the header of a CSV file */
            row: number | null;
            params: {
                [key: string]: string;
            };
        };
        /** @description One of the changes that the counters count, with names instead of ids */
        Change: components["schemas"]["RelationChange"] | components["schemas"]["TopologyChange"] | components["schemas"]["NodeChange"] | components["schemas"]["EdgeChange"] | components["schemas"]["WeightPolicyChange"] | components["schemas"]["CatalogServiceChange"];
        RelationChange: {
            /** @constant */
            kind: "relation";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            environment: string;
            resource: string;
            parent: string;
            /** @description The parents that it replaces */
            formerParents?: string[];
        };
        /** @description The topology of a service without its nodes and edges */
        TopologyChange: {
            /** @constant */
            kind: "topology";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            service: string;
        };
        NodeChange: {
            /** @constant */
            kind: "node";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            service: string;
            node: components["schemas"]["NodeName"];
        };
        /** @description Identifies a node of a topology by its name instead of its id */
        NodeName: {
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            /** @description null for the service node */
            environment: string | null;
            label: string;
        };
        EdgeChange: {
            /** @constant */
            kind: "edge";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            service: string;
            parentNode: components["schemas"]["NodeName"];
            childNode: components["schemas"]["NodeName"];
            /** @description The parent that parentNode replaces */
            formerParentNode?: components["schemas"]["NodeName"];
        };
        /** @description service is the service of the imported document */
        WeightPolicyChange: {
            /** @constant */
            kind: "weightPolicy";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            service: string;
            name: string;
        };
        CatalogServiceChange: {
            /** @constant */
            kind: "catalogService";
            /** @enum {string} */
            action: "remove" | "update" | "create";
            /** @description The changed fields, for an update */
            fields?: string[];
            service: string;
        };
        ExportBundle: {
            /** @constant */
            kind: "platform-service-topology-bundle";
            /** @constant */
            schemaVersion: 2;
            /** @description Informational */
            exportedAt: components["schemas"]["Time"];
            /** @description Informational */
            appVersion: string;
            topologies: components["schemas"]["ExportDocument"][];
        };
        ExportDocument: {
            /** @constant */
            kind: "platform-service-topology";
            /** @constant */
            schemaVersion: 2;
            /** @description Informational */
            exportedAt: components["schemas"]["Time"];
            /** @description Informational */
            appVersion: string;
            topology: {
                id: string;
                name: string;
                description: string;
                service: string;
                serviceKpi: string | null;
                /** @enum {string} */
                orientation: "TB" | "LR" | "CI";
            };
            nodes: components["schemas"]["Node"][];
            edges: components["schemas"]["Edge"][];
            weightPolicies: {
                id: string;
                name: string;
                description: string;
                filters: components["schemas"]["Filter"];
                /** @enum {string} */
                status: "active" | "inactive";
                weight: number;
            }[];
            /** @description null = the service is not in the catalog */
            catalogService: components["schemas"]["CatalogService"] | null;
        };
        Node: {
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            /** @description Derived; null for the service node */
            environment: string | null;
            /** @description Derived; null unless the kind is resource */
            resource: string | null;
            icon: string;
            params: {
                [key: string]: unknown;
            };
            hierarchyConfig: components["schemas"]["HierarchyConfig"];
            position: components["schemas"]["Position"];
        };
        HierarchyConfig: {
            hereditary?: unknown;
            disabledHereditary?: unknown;
            disabledSLA?: unknown;
            disabledPerformance?: unknown;
            severityLevelsSLA?: unknown;
            severityLevelsPerformance?: unknown;
            severityLevelsSLAAvailability?: unknown;
            severityLevelsSLAPerformance?: unknown;
        };
        Position: {
            x: number;
            y: number;
        };
        Edge: {
            id: string;
            /** @description The id of the parent node */
            source: string;
            /** @description The id of the child node */
            target: string;
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
            /**
             * @description AND when omitted
             * @enum {string}
             */
            operator?: "AND" | "OR";
            clauses?: (components["schemas"]["FilterClause"] | components["schemas"]["Filter"])[];
        };
        FilterClause: {
            /** @description A dotted path into the alert */
            key: string;
            /** @enum {string} */
            op: "=" | "!=" | "<" | "<=" | ">" | ">=" | "CONTAINS" | "NOT CONTAINS" | "LIKE" | "NOT LIKE" | "~" | "!~" | "IN" | "NOT IN";
            /** @description A list for IN and NOT IN only */
            value: (string | number | boolean) | (string | number | boolean)[];
        };
        CatalogService: {
            serviceId: string;
            name: string;
            description: string;
            icon: string;
            alertImpact: {
                /** @description Empty = all */
                severities: components["schemas"]["Severity"][];
                /** @description Empty = all */
                statuses: components["schemas"]["AlertStatus"][];
                whitelist: components["schemas"]["Filter"];
                blacklist: components["schemas"]["Filter"];
            };
        };
        /**
         * @description Worst first
         * @enum {string}
         */
        Severity: "security" | "critical" | "major" | "minor" | "warning" | "indeterminate" | "informational" | "normal" | "ok" | "cleared" | "debug" | "trace" | "unknown";
        /** @enum {string} */
        AlertStatus: "open" | "assign" | "ack" | "shelved" | "blackout" | "closed" | "expired" | "unknown";
        TopologyFile: (components["schemas"]["SentDocument"] | components["schemas"]["EditorExport"] | components["schemas"]["TreeDocument"] | components["schemas"]["BareTree"]) | components["schemas"]["SentBundle"];
        /** @description An export document */
        SentDocument: {
            /** @constant */
            kind: "platform-service-topology";
            /** @constant */
            schemaVersion: 2;
            topology: {
                name?: string;
                description?: string;
                /** @description Default: the query parameter service */
                service?: string;
                serviceKpi?: string | null;
                /** @enum {string} */
                orientation?: "TB" | "LR" | "CI";
            };
            nodes: components["schemas"]["NewNode"][];
            edges?: components["schemas"]["NewEdge"][];
            weightPolicies?: {
                name: string;
                description: string;
                filters?: components["schemas"]["Filter"] | null;
                /**
                 * @default active
                 * @enum {string}
                 */
                status?: "active" | "inactive";
                /** @description Ignored */
                id?: unknown;
                /** @description Ignored */
                createTime?: unknown;
                /** @default 0 */
                weight?: number;
                /** @description An existing topology; null = a global policy */
                topologyId?: string | null;
            }[];
            catalogService?: {
                /** @description Must equal the id in the path */
                serviceId?: string;
                name?: string;
                description?: string;
                icon?: string;
                alertImpact?: {
                    /** @description Empty = all */
                    severities?: components["schemas"]["Severity"][];
                    /** @description Empty = all */
                    statuses?: components["schemas"]["AlertStatus"][];
                    whitelist?: components["schemas"]["Filter"];
                    blacklist?: components["schemas"]["Filter"];
                };
            } | null;
        };
        NewNode: {
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            /** @default  */
            icon?: string;
            /** @default {} */
            params?: {
                [key: string]: unknown;
            };
            /** @default {} */
            hierarchyConfig?: components["schemas"]["HierarchyConfig"];
            /** @description When omitted, a stored node keeps its position and a new node is laid out */
            position?: {
                x: number;
                y: number;
            };
        };
        NewEdge: {
            /** @description Generated when omitted */
            id?: string;
            source: string;
            target: string;
        };
        /** @description The kind of a node without one follows from its level in the graph */
        EditorExport: {
            topology: {
                name?: string;
                description?: string;
                /** @description Default: the query parameter service */
                service?: string;
                serviceKpi?: string | null;
                /** @enum {string} */
                orientation?: "TB" | "LR" | "CI";
            };
            nodes: {
                id: string;
                /** @enum {string} */
                kind?: "service" | "environment" | "resource";
                label: string;
                /** @default  */
                icon?: string;
                /** @default {} */
                params?: {
                    [key: string]: unknown;
                };
                /** @default {} */
                hierarchyConfig?: components["schemas"]["HierarchyConfig"];
                /** @description When omitted, a stored node keeps its position and a new node is laid out */
                position?: {
                    x: number;
                    y: number;
                };
            }[];
            edges?: components["schemas"]["NewEdge"][];
            weightPolicies?: {
                name: string;
                description: string;
                filters?: components["schemas"]["Filter"] | null;
                /**
                 * @default active
                 * @enum {string}
                 */
                status?: "active" | "inactive";
                /** @description Ignored */
                id?: unknown;
                /** @description Ignored */
                createTime?: unknown;
                /** @default 0 */
                weight?: number;
                /** @description An existing topology; null = a global policy */
                topologyId?: string | null;
            }[];
            catalogService?: {
                /** @description Must equal the id in the path */
                serviceId?: string;
                name?: string;
                description?: string;
                icon?: string;
                alertImpact?: {
                    /** @description Empty = all */
                    severities?: components["schemas"]["Severity"][];
                    /** @description Empty = all */
                    statuses?: components["schemas"]["AlertStatus"][];
                    whitelist?: components["schemas"]["Filter"];
                    blacklist?: components["schemas"]["Filter"];
                };
            } | null;
        };
        /** @description A tree of an earlier release */
        TreeDocument: {
            name?: string;
            description?: string;
            /** @description Default: the query parameter service */
            service?: string;
            serviceKpi?: string | null;
            /** @enum {string} */
            orientation?: "TB" | "LR" | "CI";
            /** @description Nodes have type, label or name, and children */
            tree: {
                [key: string]: unknown;
            };
        };
        /** @description A tree of an earlier release */
        BareTree: {
            service?: string;
            type: string;
            children: unknown[];
        };
        SentBundle: {
            /** @constant */
            kind: "platform-service-topology-bundle";
            topologies: (components["schemas"]["SentDocument"] | components["schemas"]["EditorExport"] | components["schemas"]["TreeDocument"] | components["schemas"]["BareTree"])[];
        };
        TopologyForm: {
            /** Format: binary */
            file: string;
        };
        TopologyPreview: {
            topology: {
                service: string;
                /** @enum {string} */
                action: "create" | "update";
                /** @description null for a topology that would be created */
                id: string | null;
            };
            nodes: components["schemas"]["Counters"];
            edges: components["schemas"]["Counters"];
            weightPolicies: components["schemas"]["Counters"];
            catalogService: {
                /** @enum {string} */
                action: "create" | "update" | "unchanged" | "skip";
                /** @description The written fields */
                fields: ("name" | "description" | "icon" | "alertImpact")[];
            };
            idsRegenerated: number;
            warnings: components["schemas"]["TransferWarning"][];
            errors: components["schemas"]["Issue"][];
        };
        TransferWarning: {
            /** @enum {string} */
            code: "legacyConverted" | "idsRegenerated" | "positionsKept";
            message: string;
            row: null;
            params: {
                [key: string]: string | number;
            };
        };
        TopologyImportResult: {
            service: string;
            topologyId: string;
            /** @enum {string} */
            action: "created" | "updated";
            counts: {
                nodes: components["schemas"]["Counters"];
                edges: components["schemas"]["Counters"];
                weightPolicies: components["schemas"]["Counters"];
            };
            catalogService: {
                /** @enum {string} */
                action: "create" | "update" | "unchanged" | "skip";
                /** @description The written fields */
                fields: ("name" | "description" | "icon" | "alertImpact")[];
            };
        };
        Topology: {
            id: string;
            name: string;
            description: string;
            service: string;
            serviceKpi: string | null;
            /**
             * @deprecated
             * @description serviceKpi, for older clients
             */
            service_kpi: string | null;
            /** @enum {string} */
            orientation: "TB" | "LR" | "CI";
            nodes: components["schemas"]["Node"][];
            edges: components["schemas"]["Edge"][];
            /** @enum {number} */
            schemaVersion: 1 | 2;
            createTime: components["schemas"]["Time"];
            updateTime: components["schemas"]["Time"];
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
            name: string;
            description: string;
            serviceKpi?: string | null;
            /**
             * @deprecated
             * @description serviceKpi, from older clients
             */
            service_kpi?: string | null;
            /**
             * @default TB
             * @enum {string}
             */
            orientation?: "TB" | "LR" | "CI";
            nodes?: components["schemas"]["NewNode"][];
            edges?: components["schemas"]["NewEdge"][];
            /** @description Must not have a topology yet */
            service: string;
        };
        /** @description nodes and edges are sent together and replace the whole graph */
        TopologyChanges: {
            name?: string;
            description?: string;
            serviceKpi?: string | null;
            /**
             * @deprecated
             * @description serviceKpi, from older clients
             */
            service_kpi?: string | null;
            /** @enum {string} */
            orientation?: "TB" | "LR" | "CI";
            nodes?: components["schemas"]["NewNode"][];
            edges?: components["schemas"]["NewEdge"][];
            /** @description Must equal the stored service */
            service?: string;
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            schemaVersion?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            /** @description Ignored */
            updateTime?: unknown;
        };
        Alert: {
            id: string;
            /** Format: uri */
            href: string;
            resource: string;
            event: string;
            environment: string;
            severity: components["schemas"]["Severity"];
            correlate: string[];
            status: components["schemas"]["AlertStatus"];
            service: string[];
            group: string;
            value: string;
            text: string;
            tags: string[];
            attributes: {
                [key: string]: unknown;
            };
            origin: string | null;
            type: string;
            /** @description Seconds */
            timeout: number;
            rawData: unknown;
            customer: string | null;
            resourceParent: string | null;
            resourceChildren: string[];
            duplicateCount: number;
            repeat: boolean;
            previousSeverity: components["schemas"]["Severity"] | null;
            createTime: components["schemas"]["Time"];
            receiveTime: components["schemas"]["Time"];
            lastReceiveTime: components["schemas"]["Time"];
            updateTime: components["schemas"]["Time"];
            history: components["schemas"]["AlertHistoryEntry"][];
        };
        AlertHistoryEntry: {
            id: string;
            /** @enum {string} */
            type: "new" | "severity" | "status" | "value" | "policy";
            actor: string;
            text: string;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["AlertStatus"];
            updateTime: components["schemas"]["Time"];
        };
        SuggestedNode: {
            id: string;
            /** @enum {string} */
            kind: "service" | "environment" | "resource";
            label: string;
            /** @description Derived; null for the service node */
            environment: string | null;
            /** @description Derived; null unless the kind is resource */
            resource: string | null;
            icon: string;
            params: {
                [key: string]: unknown;
            };
            hierarchyConfig: components["schemas"]["HierarchyConfig"];
            position: components["schemas"]["Position"];
            /** @constant */
            suggested: true;
        };
        SuggestedEdge: {
            id: string;
            /** @description The id of the parent node */
            source: string;
            /** @description The id of the child node */
            target: string;
            /** @constant */
            suggested: true;
        };
        WeightPolicy: {
            id: string;
            name: string;
            description: string;
            filters: components["schemas"]["Filter"];
            /** @enum {string} */
            status: "active" | "inactive";
            createTime: components["schemas"]["Time"];
            weight: number;
            topologyId: string | null;
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
            name: string;
            description: string;
            filters?: components["schemas"]["Filter"] | null;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            /** @default 0 */
            weight?: number;
            /** @description An existing topology; null = a global policy */
            topologyId?: string | null;
        };
        WeightPolicyChanges: {
            name?: string;
            description?: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @enum {string} */
            status?: "active" | "inactive";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            weight?: number;
            /** @description An existing topology; null = a global policy */
            topologyId?: string | null;
        };
        RelationPolicy: {
            id: string;
            name: string;
            description: string;
            filters: components["schemas"]["Filter"];
            /** @enum {string} */
            status: "active" | "inactive";
            createTime: components["schemas"]["Time"];
            parent: string;
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
            name: string;
            description: string;
            filters?: components["schemas"]["Filter"] | null;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            parent: string;
        };
        RelationPolicyChanges: {
            name?: string;
            description?: string;
            filters?: components["schemas"]["Filter"] | null;
            /** @enum {string} */
            status?: "active" | "inactive";
            /** @description Ignored */
            id?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            parent?: string;
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
            /** @description Must equal the id in the path */
            serviceId?: string;
            name?: string;
            description?: string;
            icon?: string;
            alertImpact?: {
                /** @description Empty = all */
                severities?: components["schemas"]["Severity"][];
                /** @description Empty = all */
                statuses?: components["schemas"]["AlertStatus"][];
                whitelist?: components["schemas"]["Filter"];
                blacklist?: components["schemas"]["Filter"];
            };
        };
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
            resource: string;
            event: string;
            environment: string;
            /** @default normal */
            severity?: components["schemas"]["Severity"];
            /** @description Default: derived from the severity */
            status?: components["schemas"]["AlertStatus"];
            /** @default [] */
            correlate?: (string | number | boolean)[];
            /** @default [] */
            service?: (string | number | boolean)[];
            /** @default Misc */
            group?: string;
            /** @default  */
            value?: string | number;
            /** @default  */
            text?: string;
            /** @default [] */
            tags?: (string | number | boolean)[];
            /** @default {} */
            attributes?: {
                [key: string]: unknown;
            };
            /** @default null */
            origin?: string | null;
            /** @default exceptionAlert */
            type?: string;
            /**
             * @description Seconds
             * @default 86400
             */
            timeout?: number;
            rawData?: unknown;
            /** @default null */
            customer?: string | null;
            /** @default null */
            resourceParent?: string | null;
            /** @default [] */
            resourceChildren?: (string | number | boolean)[];
            /**
             * Format: date-time
             * @description Default: the time of reception
             */
            createTime?: string;
        };
        AlertStatusChange: {
            /** @enum {string} */
            status: "open" | "assign" | "ack" | "shelved" | "blackout" | "closed" | "expired" | "unknown";
            /** @default  */
            text?: string | null;
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
        ExplainedAlert: {
            /** @description The path of its element in the payload; empty = the whole payload */
            element: string;
            /** @description The alert that would be created; null = it would be rejected */
            alert: components["schemas"]["AlertDraft"] | null;
            /** @description The result of the mapping */
            input: components["schemas"]["MappedAlert"];
            error: string | null;
            /** @description Probable mistakes that do not reject the alert, such as a missing severity in the payload */
            warnings: string[];
            fields: components["schemas"]["FieldProvenance"][];
        };
        AlertDraft: {
            resource: string;
            event: string;
            environment: string;
            severity: components["schemas"]["Severity"];
            correlate: string[];
            service: string[];
            group: string;
            value: string;
            text: string;
            tags: string[];
            attributes: {
                [key: string]: unknown;
            };
            origin: string | null;
            type: string;
            /** @description Seconds */
            timeout: number;
            rawData: unknown;
            customer: string | null;
            resourceParent: string | null;
            resourceChildren: string[];
            status?: components["schemas"]["AlertStatus"];
            createTime?: components["schemas"]["Time"];
        };
        FieldProvenance: {
            /**
             * @example severity
             * @example attributes.region
             */
            field: string;
            /** @enum {string} */
            origin: "path" | "literal" | "default" | "missing";
            /** @description The path as resolved in this payload */
            path: string | null;
            /** @description Why the path gave nothing */
            hint: string | null;
        };
        PayloadReference: {
            /** @description The index in payloadHistory; 0 = the newest */
            history: number;
            /** @description Must equal the receivedAt of the entry, as a safeguard */
            receivedAt?: string;
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
            /** @description Default: the id */
            name?: string;
            description?: string;
            sourceId?: string;
            fieldMappings?: components["schemas"]["FieldMappings"];
            defaultValues?: components["schemas"]["DefaultValues"];
            arrayPath?: string;
            /** @description Default: a UUID */
            id?: string;
            /** @default false */
            enabled?: boolean;
            deduplication?: components["schemas"]["WebhookDeduplication"] | null;
            /**
             * @default none
             * @enum {string}
             */
            authMode?: "none" | "header" | "api_key";
            /** @enum {string} */
            authHeaderScheme?: "static" | "generic" | "hub" | "chat" | "standard";
            authHeaderName?: string;
            /** @description Write-only; the empty text and ****** keep the stored secret */
            authSecret?: string;
            /** @description Also accepted until authSecretPreviousExpires */
            authSecretPrevious?: string;
            /**
             * Format: date-time
             * @description null ends a rotation
             */
            authSecretPreviousExpires?: string | null;
            apiKeyId?: string;
            /** @description Ignored */
            createdBy?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            /** @description Ignored */
            updateTime?: unknown;
            /** @description Ignored */
            authSecretSet?: unknown;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Ignored */
            authSecretStale?: unknown;
            /** @description Ignored */
            authSecretPreviousSet?: unknown;
            /** @description Ignored */
            payloadHistory?: unknown;
            /** @description Ignored */
            errorHistory?: unknown;
            /** @description Ignored */
            payloadHistoryCount?: unknown;
            /** @description Ignored */
            lastPayloadAt?: unknown;
            /** @description Ignored */
            errorHistoryCount?: unknown;
            /** @description Ignored */
            lastErrorAt?: unknown;
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
            resource?: components["schemas"]["MappingValue"];
            event?: components["schemas"]["MappingValue"];
            environment?: components["schemas"]["MappingValue"];
            severity?: components["schemas"]["MappingValue"];
            status?: components["schemas"]["MappingValue"];
            correlate?: components["schemas"]["MappingValue"];
            service?: components["schemas"]["MappingValue"];
            group?: components["schemas"]["MappingValue"];
            value?: components["schemas"]["MappingValue"];
            text?: components["schemas"]["MappingValue"];
            tags?: components["schemas"]["MappingValue"];
            attributes?: components["schemas"]["MappedAttributes"] | components["schemas"]["MappingValue"];
            origin?: components["schemas"]["MappingValue"];
            type?: components["schemas"]["MappingValue"];
            timeout?: components["schemas"]["MappingValue"];
            rawData?: components["schemas"]["MappingValue"];
            customer?: components["schemas"]["MappingValue"];
            resourceParent?: components["schemas"]["MappingValue"];
            resourceChildren?: components["schemas"]["MappingValue"];
            createTime?: components["schemas"]["MappingValue"];
        };
        /** @description A text is a path into the payload; a number or a boolean is a literal value */
        MappingValue: string | number | boolean | null | components["schemas"]["MappedPath"];
        /** @description At most one of join, expand, and the pair if_true and if_false */
        MappedPath: {
            /**
             * @example alerts[0].host
             * @example labels["app.name"]
             */
            path: string;
            /** @description The separator that joins the elements of the list at the path into one text */
            join?: string | null;
            /** @description true = one alert for each element; the path must contain [] */
            expand?: boolean | null;
            /** @description The value for a true value at the path */
            if_true?: unknown;
            /** @description The value for a false value at the path */
            if_false?: unknown;
        };
        /** @description At most 10 levels */
        MappedAttributes: {
            [key: string]: components["schemas"]["MappingValue"] | components["schemas"]["MappedAttributes"];
        };
        /**
         * @example {
         *       "environment": "Production",
         *       "type": "monitoring"
         *     }
         */
        DefaultValues: {
            resource?: unknown;
            event?: unknown;
            environment?: unknown;
            severity?: unknown;
            status?: unknown;
            correlate?: unknown;
            service?: unknown;
            group?: unknown;
            value?: unknown;
            text?: unknown;
            tags?: unknown;
            attributes?: unknown;
            origin?: unknown;
            type?: unknown;
            timeout?: unknown;
            rawData?: unknown;
            customer?: unknown;
            resourceParent?: unknown;
            resourceChildren?: unknown;
            createTime?: unknown;
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
        WebhookConfig: {
            id: string;
            name: string;
            description: string;
            sourceId: string;
            createdBy: string;
            enabled: boolean;
            createTime: components["schemas"]["Time"];
            updateTime: components["schemas"]["Time"];
            /** @enum {string} */
            authMode: "none" | "header" | "api_key";
            authHeaderScheme: ("static" | "generic" | "hub" | "chat" | "standard") | null;
            authHeaderName: string | null;
            authSecretSet: boolean;
            authSecretPlaintext: string | null;
            authSecretStale: boolean;
            authSecretPreviousSet: boolean;
            authSecretPreviousExpires: components["schemas"]["Time"] | null;
            apiKeyId: string | null;
            fieldMappings: components["schemas"]["FieldMappings"];
            defaultValues: components["schemas"]["DefaultValues"];
            arrayPath: string;
            deduplication: components["schemas"]["WebhookDeduplication"] | null;
            payloadHistory: components["schemas"]["WebhookHistoryEntry"][];
            errorHistory: components["schemas"]["WebhookErrorEntry"][];
        };
        WebhookHistoryEntry: {
            receivedAt: components["schemas"]["Time"];
            httpStatus: number;
            sizeBytes: number;
            oversized: boolean;
            payload: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            message: string | null;
        };
        WebhookErrorEntry: {
            receivedAt: components["schemas"]["Time"];
            httpStatus: number;
            sizeBytes: number;
            oversized: boolean;
            payload: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            message: string | null;
            traceback: string | null;
        };
        WebhookWarning: {
            /** @enum {string} */
            code: "shortSecret";
            path: string;
            message: string;
        };
        WebhookSummary: {
            id: string;
            name: string;
            description: string;
            sourceId: string;
            createdBy: string;
            enabled: boolean;
            createTime: components["schemas"]["Time"];
            updateTime: components["schemas"]["Time"];
            /** @enum {string} */
            authMode: "none" | "header" | "api_key";
            authHeaderScheme: ("static" | "generic" | "hub" | "chat" | "standard") | null;
            authHeaderName: string | null;
            authSecretSet: boolean;
            authSecretPlaintext: string | null;
            authSecretStale: boolean;
            authSecretPreviousSet: boolean;
            authSecretPreviousExpires: components["schemas"]["Time"] | null;
            apiKeyId: string | null;
            payloadHistoryCount: number;
            lastPayloadAt: components["schemas"]["Time"] | null;
            errorHistoryCount: number;
            lastErrorAt: components["schemas"]["Time"] | null;
        };
        WebhookChanges: {
            name?: string;
            description?: string;
            sourceId?: string;
            fieldMappings?: components["schemas"]["FieldMappings"];
            defaultValues?: components["schemas"]["DefaultValues"];
            arrayPath?: string;
            /** @description Must equal the id in the path */
            id?: string;
            enabled?: boolean;
            deduplication?: components["schemas"]["WebhookDeduplication"] | null;
            /** @enum {string} */
            authMode?: "none" | "header" | "api_key";
            /** @enum {string} */
            authHeaderScheme?: "static" | "generic" | "hub" | "chat" | "standard";
            authHeaderName?: string;
            /** @description Write-only; the empty text and ****** keep the stored secret */
            authSecret?: string;
            /** @description Also accepted until authSecretPreviousExpires */
            authSecretPrevious?: string;
            /**
             * Format: date-time
             * @description null ends a rotation
             */
            authSecretPreviousExpires?: string | null;
            apiKeyId?: string;
            /** @description Ignored */
            createdBy?: unknown;
            /** @description Ignored */
            createTime?: unknown;
            /** @description Ignored */
            updateTime?: unknown;
            /** @description Ignored */
            authSecretSet?: unknown;
            /** @description Ignored */
            authSecretPlaintext?: unknown;
            /** @description Ignored */
            authSecretStale?: unknown;
            /** @description Ignored */
            authSecretPreviousSet?: unknown;
            /** @description Ignored */
            payloadHistory?: unknown;
            /** @description Ignored */
            errorHistory?: unknown;
            /** @description Ignored */
            payloadHistoryCount?: unknown;
            /** @description Ignored */
            lastPayloadAt?: unknown;
            /** @description Ignored */
            errorHistoryCount?: unknown;
            /** @description Ignored */
            lastErrorAt?: unknown;
        };
        WebhookPreset: {
            id: string;
            name: string;
            config: {
                /** @constant */
                enabled: true;
                arrayPath?: string;
                fieldMappings: components["schemas"]["FieldMappings"];
                defaultValues: components["schemas"]["DefaultValues"];
                /** @constant */
                authMode: "header";
                /** @enum {string} */
                authHeaderScheme: "static" | "generic" | "hub" | "chat" | "standard";
                authHeaderName?: string;
                deduplication?: {
                    header: string;
                    ttlSeconds: number;
                };
            };
            hints: string[];
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
            /** @description Default: the caller; another user needs admin */
            user?: string;
            scopes: components["schemas"]["Scope"][];
            /** @default  */
            text?: string;
            /**
             * Format: date-time
             * @description null = never; default and maximum: the expireTime of the caller's own API key
             */
            expireTime?: string | null;
        };
        /** @enum {string} */
        Scope: "read" | "read:service_topologies" | "read:service_catalog" | "read:webhook_configs" | "read:alerts" | "read:keys" | "read:audit" | "write" | "write:service_topologies" | "write:service_catalog" | "write:webhook_configs" | "write:alerts" | "write:keys" | "write:audit" | "admin" | "admin:service_topologies" | "admin:service_catalog" | "admin:webhook_configs" | "admin:alerts" | "admin:keys" | "admin:audit";
        ApiKey: {
            id: string;
            user: string;
            scopes: components["schemas"]["Scope"][];
            text: string;
            createTime: components["schemas"]["Time"];
            expireTime: components["schemas"]["Time"] | null;
            lastUsedTime: components["schemas"]["Time"] | null;
        };
        ApiKeyChanges: {
            scopes?: components["schemas"]["Scope"][];
            text?: string;
            /**
             * Format: date-time
             * @description null = never
             */
            expireTime?: string | null;
        };
        AuditEntry: {
            id: string;
            /** @enum {string} */
            event: "resource-relation-created" | "resource-relations-bulk" | "resource-relation-deleted" | "resources-cmdb-imported" | "service-topology-created" | "service-topology-updated" | "service-topology-deleted" | "service-topology-exported" | "service-topology-imported" | "service-topology-tree-loaded" | "service-topology-tree-upgraded" | "service-topology-policy-created" | "service-topology-policy-updated" | "service-topology-policy-deleted" | "resource-relation-policy-created" | "resource-relation-policy-updated" | "resource-relation-policy-deleted" | "service-catalog-created" | "service-catalog-updated" | "service-catalog-deleted" | "webhook-config-created" | "webhook-config-updated" | "webhook-config-deleted" | "webhook-delivery-replayed" | "alert-status-changed" | "alert-deleted" | "api-key-created" | "api-key-updated" | "api-key-deleted" | "snapshot-loaded";
            /** @enum {string} */
            type: "resource-relation" | "resources" | "service-topology" | "service-topology-policy" | "resource-relation-policy" | "service-catalog" | "webhook-config" | "alert" | "api-key" | "snapshot";
            resourceId: string | null;
            user: string;
            text: string;
            attributes: {
                [key: string]: unknown;
            };
            requestId: string | null;
            createTime: components["schemas"]["Time"];
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
            /** @constant */
            status: "error";
            /** @description The HTTP status */
            code: number;
            message: string;
            requestId: string;
            errors?: components["schemas"]["Issue"][];
        };
    };
    responses: {
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
        /** @description The API key is missing, unknown or has expired */
        Unauthenticated: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                /** @description The authentication scheme */
                "WWW-Authenticate": string;
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
        /** @description The path exists, but does not support this method */
        MethodNotAllowed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                /** @description The supported methods */
                Allow: string;
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
        /** @description The body is compressed */
        Compressed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                /** @description The supported encodings of the body */
                "Accept-Encoding": string;
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
        /** @description Too many requests with this API key, deliveries to this webhook, or wrong API keys from this address within a minute */
        TooManyRequests: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                /** @description Seconds to wait before the next attempt */
                "Retry-After": string;
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
        /** @description The store does not answer or is busy, or too many large answers are being sent: try again */
        Unavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                /** @description Seconds to wait before the next attempt */
                "Retry-After": string;
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
            /** @description The body is not JSON, or results in no alert */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefusal"];
                };
            };
            /** @description The sender is not authenticated */
            401: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefusal"];
                };
            };
            /** @description The webhook is disabled */
            403: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefusal"];
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            /** @description The body has more than 262144 bytes */
            413: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefusal"];
                };
            };
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    readResourceGraph: {
        parameters: {
            query: {
                resource: string;
                environment?: string;
                direction?: "ancestors" | "descendants" | "both";
                depth?: number;
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
                        /** @constant */
                        status: "ok";
                        environment: string;
                        resource: string;
                        parents: components["schemas"]["Relation"][];
                        children: components["schemas"]["Relation"][];
                        ancestors?: components["schemas"]["TraversalEntry"][];
                        descendants?: components["schemas"]["TraversalEntry"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRelations: {
        parameters: {
            query?: {
                environment?: string[];
                resource?: string[];
                parent?: string[];
                source?: string[];
                sourceRef?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "environment" | "-environment" | "resource" | "-resource" | "parent" | "-parent" | "source" | "-source" | "sourceRef" | "-sourceRef" | "createTime" | "-createTime" | "updateTime" | "-updateTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        relations: components["schemas"]["Relation"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        relation: components["schemas"]["Relation"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRelationsOf: {
        parameters: {
            query: {
                resource: string;
                environment?: string;
                parent?: string;
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
                        /** @constant */
                        status: "ok";
                        deleted: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        inserted: number;
                        updated: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCmdb: {
        parameters: {
            query?: {
                /** @description Detected from the file when omitted */
                format?: "json" | "csv";
                mode?: "merge" | "replace";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description List the changes in addition to their counters */
                changes?: "0" | "1" | "true" | "false";
                source?: string;
                /** @description The environment of records without one */
                environment?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 20 MiB */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CmdbRecords"];
                "text/csv": components["schemas"]["CmdbCsv"];
                "multipart/form-data": components["schemas"]["CmdbForm"];
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
                        /** @constant */
                        status: "ok";
                        /** @description false = a dry run */
                        applied: boolean;
                        source: string;
                        /** @enum {string} */
                        mode: "merge" | "replace";
                        records: {
                            total: number;
                            withServices: number;
                            graphOnly: number;
                        };
                        relations: components["schemas"]["Counters"];
                        topologies: components["schemas"]["CmdbTopologyReport"][];
                        catalogServices: {
                            create: number;
                            unchanged: number;
                        };
                        warnings: components["schemas"]["CmdbWarning"][];
                        errors: components["schemas"]["Issue"][];
                        /** @description With changes=1. If there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: the number of all changes, including those not listed */
                        changesTotal?: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CmdbRecord"][];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportBundle"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    importTopologies: {
        parameters: {
            query: {
                /** @description Replace each topology with that of the file, or merge them */
                mode: "replace" | "merge";
                /** @description Plan and count, write nothing */
                dryRun?: "0" | "1" | "true" | "false";
                /** @description List the changes in addition to their counters */
                changes?: "0" | "1" | "true" | "false";
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
                        /** @constant */
                        status: "ok";
                        dryRun: boolean;
                        previews: components["schemas"]["TopologyPreview"][];
                        /** @description Absent in a dry run */
                        results?: components["schemas"]["TopologyImportResult"][];
                        /** @description With changes=1. If there are more, removals are listed first, then updates */
                        changes?: components["schemas"]["Change"][];
                        /** @description With changes=1: the number of all changes, including those not listed */
                        changesTotal?: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The name of the file */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportDocument"];
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopologies: {
        parameters: {
            query?: {
                id?: string[];
                name?: string[];
                description?: string[];
                service?: string[];
                service_kpi?: string[];
                orientation?: string[];
                schemaVersion?: string[];
                createTime?: string[];
                updateTime?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "service" | "-service" | "service_kpi" | "-service_kpi" | "orientation" | "-orientation" | "schemaVersion" | "-schemaVersion" | "createTime" | "-createTime" | "updateTime" | "-updateTime" | "severity" | "-severity";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        topologies: components["schemas"]["Topology"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        id: string;
                        topology: components["schemas"]["Topology"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** @constant */
                        total: 1;
                        topology: components["schemas"]["Topology"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                    "X-Request-ID": components["headers"]["RequestId"];
                    /** @description The version: the quoted updateTime, for If-Match */
                    ETag: string;
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        topology: string;
                        message: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        deleted: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    readAssignments: {
        parameters: {
            query?: {
                /** @description Only alerts with these severities: any of security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
                severity?: string[];
                /** @description Ignore the alert impact of the catalog service */
                includeExcluded?: "0" | "1" | "true" | "false";
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
                        /** @constant */
                        status: "ok";
                        total: number;
                        alerts: components["schemas"]["Alert"][];
                        /** @description Alert ids by node id */
                        assignments: {
                            [key: string]: string[];
                        };
                        unassigned: string[];
                        /** @description By alert id; via = the ancestor whose node shows the alert */
                        rollups: {
                            [key: string]: {
                                nodeId: string;
                                via: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestTopology: {
        parameters: {
            query?: {
                /** @description Only alerts with these severities: any of security, critical, major, minor, warning, indeterminate, informational, normal, ok, cleared, debug, trace, unknown */
                severity?: string[];
                /** @description Ignore the alert impact of the catalog service */
                includeExcluded?: "0" | "1" | "true" | "false";
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
                    severity?: string[] | null;
                    /** @description Ignore the alert impact of the catalog service */
                    includeExcluded?: boolean | null;
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
                        /** @constant */
                        status: "ok";
                        nodes: components["schemas"]["SuggestedNode"][];
                        edges: components["schemas"]["SuggestedEdge"][];
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
                        /** @description The number of alerts without a node for that reason */
                        alertsLeftOut: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWeightPolicies: {
        parameters: {
            query?: {
                id?: string[];
                name?: string[];
                description?: string[];
                status?: string[];
                createTime?: string[];
                topologyId?: string[];
                weight?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "status" | "-status" | "createTime" | "-createTime" | "topologyId" | "-topologyId" | "weight" | "-weight";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        topologies: components["schemas"]["WeightPolicy"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        deleted: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRelationPolicies: {
        parameters: {
            query?: {
                id?: string[];
                name?: string[];
                description?: string[];
                status?: string[];
                createTime?: string[];
                parent?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "status" | "-status" | "createTime" | "-createTime" | "parent" | "-parent";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        policies: components["schemas"]["RelationPolicy"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        policy: components["schemas"]["RelationPolicy"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        policy: components["schemas"]["RelationPolicy"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        policy: components["schemas"]["RelationPolicy"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCatalogServices: {
        parameters: {
            query?: {
                serviceId?: string[];
                name?: string[];
                description?: string[];
                icon?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "serviceId" | "-serviceId" | "name" | "-name" | "description" | "-description" | "icon" | "-icon";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        services: components["schemas"]["CatalogService"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        service: components["schemas"]["CatalogService"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        service: components["schemas"]["CatalogService"];
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
                        /** @constant */
                        status: "ok";
                        service: components["schemas"]["CatalogService"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
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
                        /** @constant */
                        status: "ok";
                        id: string;
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        /** @constant */
                        total: 1;
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                severity?: string[];
                status?: string[];
                environment?: string[];
                resource?: string[];
                event?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime" | "lastReceiveTime" | "-lastReceiveTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        alerts: components["schemas"]["Alert"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertsByService: {
        parameters: {
            query?: {
                severity?: string[];
                status?: string[];
                environment?: string[];
                resource?: string[];
                event?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime" | "lastReceiveTime" | "-lastReceiveTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        alerts: components["schemas"]["Alert"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        /** @description The number of created and rejected alerts; the first ones are explained */
                        total: number;
                        /** @description The number of all alerts with warnings */
                        warned: number;
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description The reason if there are no alerts */
                        message: string | null;
                        /** @description Required fields without a mapping or a default value */
                        missingColumns: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        /** @description The number of created and rejected alerts; the first ones are explained */
                        total: number;
                        /** @description The number of all alerts with warnings */
                        warned: number;
                        alerts: components["schemas"]["ExplainedAlert"][];
                        /** @description The reason if there are no alerts */
                        message: string | null;
                        /** @description Required fields without a mapping or a default value */
                        missingColumns: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            /** @description The payload results in no alert, or the body is not valid */
            400: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefusal"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        id: string;
                        webhook_config: components["schemas"]["WebhookConfig"];
                        /** Format: uri */
                        webhook_url: string;
                        /** @description Accepted settings that should be improved */
                        warnings: components["schemas"]["WebhookWarning"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                id?: string[];
                name?: string[];
                description?: string[];
                sourceId?: string[];
                enabled?: ("0" | "1" | "true" | "false")[];
                createdBy?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "id" | "-id" | "name" | "-name" | "description" | "-description" | "sourceId" | "-sourceId" | "enabled" | "-enabled" | "createdBy" | "-createdBy" | "createTime" | "-createTime" | "updateTime" | "-updateTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        webhook_configs: components["schemas"]["WebhookSummary"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                        staleSecrets: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        webhook_config: components["schemas"]["WebhookConfig"];
                        /** @description Accepted settings that should be improved */
                        warnings: components["schemas"]["WebhookWarning"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        /** @description The secret */
                        key: string;
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                user?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "user" | "-user" | "text" | "-text" | "createTime" | "-createTime" | "expireTime" | "-expireTime" | "lastUsedTime" | "-lastUsedTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        keys: components["schemas"]["ApiKey"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
                        /** @constant */
                        status: "ok";
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["Compressed"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                event?: string[];
                type?: string[];
                user?: string[];
                resourceId?: string[];
                /** @description A column; `-` = descending */
                "sort-by"?: "createTime" | "-createTime";
                page?: number;
                "page-size"?: number;
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
                        /** @constant */
                        status: "ok";
                        audit: components["schemas"]["AuditEntry"][];
                        total: number;
                        page: number;
                        pageSize: number;
                        pages: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
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
            400: components["responses"]["Invalid"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
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
            400: components["responses"]["Invalid"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
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
            400: components["responses"]["Invalid"];
            408: components["responses"]["RequestTimeout"];
            417: components["responses"]["ExpectationFailed"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
        };
    };
}
