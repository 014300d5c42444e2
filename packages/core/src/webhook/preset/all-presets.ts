import { AIRBRAKE } from './tool/airbrake.js'
import { ALERTMANAGER } from './tool/alertmanager.js'
import { ALIBABA, ALIBABA_CALLBACK } from './tool/alibaba-cloud.js'
import { APPDYNAMICS } from './tool/appdynamics.js'
import { APPVEYOR } from './tool/appveyor.js'
import { AWX } from './tool/awx.js'
import { AXIOM } from './tool/axiom.js'
import { AZURE_CLASSIC, AZURE_MONITOR } from './tool/azure-monitor.js'
import { BUILDBOT } from './tool/buildbot.js'
import { CHECKLY } from './tool/checkly.js'
import { CHECKMK } from './tool/checkmk.js'
import { CIRCLECI, CIRCLECI_1 } from './tool/circleci.js'
import { CLOUDEVENTS } from './tool/cloudevents.js'
import { CLOUDWATCH_EVENTBRIDGE, CLOUDWATCH_SNS } from './tool/cloudwatch.js'
import { CODESHIP } from './tool/codeship.js'
import { CORALOGIX } from './tool/coralogix.js'
import { DASH0 } from './tool/dash0.js'
import { DATADOG } from './tool/datadog.js'
import { DYNATRACE } from './tool/dynatrace.js'
import { ERRBIT } from './tool/errbit.js'
import { FAIL2BAN } from './tool/fail2ban.js'
import { FALCO } from './tool/falco.js'
import { GCP } from './tool/gcp.js'
import { GITHUB, GITHUB_ACTIONS } from './tool/github.js'
import { GITLAB } from './tool/gitlab.js'
import { GOCD } from './tool/gocd.js'
import { GRAFANA, GRAFANA_LEGACY } from './tool/grafana.js'
import { ONCALL } from './tool/grafana-oncall.js'
import { GRAYLOG, GRAYLOG_2 } from './tool/graylog.js'
import { GUARDDUTY } from './tool/guardduty.js'
import { HARBOR } from './tool/harbor.js'
import { HONEYBADGER } from './tool/honeybadger.js'
import { HUAWEI } from './tool/huawei-cloud.js'
import { ICINGA } from './tool/icinga.js'
import { INSPING } from './tool/insping.js'
import { JENKINS } from './tool/jenkins.js'
import { JIRA } from './tool/jira.js'
import { KUBERNETES } from './tool/kubernetes-events.js'
import { LIBRENMS } from './tool/librenms.js'
import { NETLIFY } from './tool/netlify.js'
import { NEW_RELIC } from './tool/newrelic.js'
import { OPBEAT } from './tool/opbeat.js'
import { OPSGENIE } from './tool/opsgenie.js'
import { PAGERDUTY, PAGERDUTY_V2 } from './tool/pagerduty.js'
import { PAPERTRAIL } from './tool/papertrail.js'
import { PINGDOM } from './tool/pingdom.js'
import { PROMETHEUS } from './tool/prometheus.js'
import { RAYGUN } from './tool/raygun.js'
import { RIEMANN } from './tool/riemann.js'
import { ROLLBAR } from './tool/rollbar.js'
import { RUNSCOPE } from './tool/runscope.js'
import { SEMAPHORE } from './tool/semaphore-classic.js'
import { SENTRY, SENTRY_LEGACY } from './tool/sentry.js'
import { SKYWALKING } from './tool/skywalking.js'
import { SONARQUBE } from './tool/sonarqube.js'
import { SPLUNK } from './tool/splunk.js'
import { SPLUNK_OBSERVABILITY } from './tool/splunk-observability.js'
import { STATUSCAKE } from './tool/statuscake.js'
import { STATUSPAGE } from './tool/statuspage.js'
import { TEAMCITY } from './tool/teamcity.js'
import { CANARY } from './tool/thinkst-canary.js'
import { THOUSANDEYES } from './tool/thousandeyes.js'
import { TRAVIS } from './tool/travis.js'
import { UPDOWN } from './tool/updown.js'
import { UPTIME_KUMA } from './tool/uptime-kuma.js'
import { VREALIZE } from './tool/vrealize.js'
import { WAZUH } from './tool/wazuh.js'
import { ZABBIX } from './tool/zabbix.js'
import type { WebhookPreset } from './webhook-preset.js'

// `pnpm generate` writes this file: every preset of the folder `tool`, by id.

/**
 * Ready-made webhook configurations for tools, with their alert policies. A tool that sends payloads in several forms
 * may have several presets.
 */
export const WEBHOOK_PRESETS: readonly WebhookPreset[] = [
  AIRBRAKE,
  ALERTMANAGER,
  ALIBABA,
  ALIBABA_CALLBACK,
  APPDYNAMICS,
  APPVEYOR,
  AWX,
  AXIOM,
  AZURE_MONITOR,
  AZURE_CLASSIC,
  BUILDBOT,
  CHECKLY,
  CHECKMK,
  CIRCLECI,
  CIRCLECI_1,
  CLOUDEVENTS,
  CLOUDWATCH_EVENTBRIDGE,
  CLOUDWATCH_SNS,
  CODESHIP,
  CORALOGIX,
  DASH0,
  DATADOG,
  DYNATRACE,
  ERRBIT,
  FAIL2BAN,
  FALCO,
  GCP,
  GITHUB,
  GITHUB_ACTIONS,
  GITLAB,
  GOCD,
  GRAFANA,
  GRAFANA_LEGACY,
  ONCALL,
  GRAYLOG,
  GRAYLOG_2,
  GUARDDUTY,
  HARBOR,
  HONEYBADGER,
  HUAWEI,
  ICINGA,
  INSPING,
  JENKINS,
  JIRA,
  KUBERNETES,
  LIBRENMS,
  NETLIFY,
  NEW_RELIC,
  OPBEAT,
  OPSGENIE,
  PAGERDUTY,
  PAGERDUTY_V2,
  PAPERTRAIL,
  PINGDOM,
  PROMETHEUS,
  RAYGUN,
  RIEMANN,
  ROLLBAR,
  RUNSCOPE,
  SEMAPHORE,
  SENTRY,
  SENTRY_LEGACY,
  SKYWALKING,
  SONARQUBE,
  SPLUNK,
  SPLUNK_OBSERVABILITY,
  STATUSCAKE,
  STATUSPAGE,
  TEAMCITY,
  CANARY,
  THOUSANDEYES,
  TRAVIS,
  UPDOWN,
  UPTIME_KUMA,
  VREALIZE,
  WAZUH,
  ZABBIX,
]
