import { AZURE_CLASSIC, AZURE_MONITOR } from './azure-presets.js'
import { APPVEYOR, BUILDBOT, CIRCLECI, CIRCLECI_1, CODESHIP, GOCD, TEAMCITY } from './build-presets.js'
import { CLOUDWATCH_EVENTBRIDGE, CLOUDWATCH_SNS, GUARDDUTY } from './cloud-presets.js'
import { AWX, GITHUB, GITHUB_ACTIONS, GITLAB, JENKINS, SONARQUBE } from './code-presets.js'
import { DASH0 } from './dash0-preset.js'
import { NETLIFY, SEMAPHORE, TRAVIS } from './delivery-presets.js'
import { AIRBRAKE, ERRBIT, SENTRY, SENTRY_LEGACY } from './error-presets.js'
import { ALERTMANAGER, GRAFANA, GRAFANA_LEGACY } from './grafana-presets.js'
import { HONEYBADGER } from './honeybadger-preset.js'
import { JIRA, OPSGENIE, PAGERDUTY, PAGERDUTY_V2 } from './incident-presets.js'
import { AXIOM, CORALOGIX, GRAYLOG, GRAYLOG_2, SPLUNK, WAZUH } from './log-presets.js'
import { CHECKMK, DATADOG, ICINGA, LIBRENMS, RIEMANN, ZABBIX } from './monitoring-presets.js'
import { ALIBABA, GCP, HUAWEI, VREALIZE } from './more-cloud-presets.js'
import { OPBEAT, RAYGUN, ROLLBAR } from './more-error-presets.js'
import { PAPERTRAIL } from './more-log-presets.js'
import { APPDYNAMICS, DYNATRACE, NEW_RELIC, ONCALL, SKYWALKING, SPLUNK_OBSERVABILITY } from './performance-presets.js'
import { PROMETHEUS } from './prometheus-preset.js'
import { CANARY, CLOUDEVENTS, FAIL2BAN, FALCO, HARBOR, KUBERNETES } from './security-presets.js'
import { STATUSPAGE, THOUSANDEYES } from './status-presets.js'
import { CHECKLY, INSPING, PINGDOM, RUNSCOPE, STATUSCAKE, UPDOWN, UPTIME_KUMA } from './uptime-presets.js'
import type { WebhookPreset } from './webhook-preset.js'

/**
 * Ready-made webhook configurations for tools, with their alert policies. A tool that sends payloads in several forms
 * may have several presets.
 */
export const WEBHOOK_PRESETS: readonly WebhookPreset[] = [
  ALERTMANAGER,
  PROMETHEUS,
  GRAFANA,
  GRAFANA_LEGACY,
  ZABBIX,
  DATADOG,
  CHECKMK,
  ICINGA,
  LIBRENMS,
  RIEMANN,
  NEW_RELIC,
  DYNATRACE,
  APPDYNAMICS,
  SPLUNK_OBSERVABILITY,
  SKYWALKING,
  ONCALL,
  CLOUDWATCH_SNS,
  CLOUDWATCH_EVENTBRIDGE,
  GUARDDUTY,
  AZURE_MONITOR,
  AZURE_CLASSIC,
  GCP,
  ALIBABA,
  HUAWEI,
  VREALIZE,
  PINGDOM,
  UPTIME_KUMA,
  UPDOWN,
  STATUSCAKE,
  CHECKLY,
  INSPING,
  RUNSCOPE,
  STATUSPAGE,
  THOUSANDEYES,
  PAGERDUTY,
  PAGERDUTY_V2,
  OPSGENIE,
  JIRA,
  SENTRY,
  SENTRY_LEGACY,
  AIRBRAKE,
  ERRBIT,
  HONEYBADGER,
  ROLLBAR,
  RAYGUN,
  OPBEAT,
  GITHUB,
  GITHUB_ACTIONS,
  GITLAB,
  JENKINS,
  SONARQUBE,
  AWX,
  CIRCLECI,
  CIRCLECI_1,
  APPVEYOR,
  BUILDBOT,
  CODESHIP,
  TEAMCITY,
  GOCD,
  TRAVIS,
  NETLIFY,
  SEMAPHORE,
  GRAYLOG,
  GRAYLOG_2,
  WAZUH,
  CORALOGIX,
  DASH0,
  AXIOM,
  SPLUNK,
  PAPERTRAIL,
  CANARY,
  HARBOR,
  FAIL2BAN,
  FALCO,
  KUBERNETES,
  CLOUDEVENTS,
]
