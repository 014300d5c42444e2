import { define } from '../../schema/field.js'
import { wordsOf } from '../preset/severity-words.js'

/**
 * The fields for which a suggestion searches a path. `state` and `url` become attributes of the alert; the others are
 * fields of the alert.
 */
export type SuggestedField =
  | 'resource'
  | 'event'
  | 'severity'
  | 'state'
  | 'text'
  | 'environment'
  | 'service'
  | 'group'
  | 'value'
  | 'url'
  | 'fingerprint'

/**
 * The names that monitoring tools use for each field, as `plainName` spells them. If a payload contains several of
 * these names, the one that comes first here is the best guess.
 */
export const FIELD_NAMES: Readonly<Record<SuggestedField, readonly string[]>> = /* @__PURE__ */ define(() => ({
  resource: wordsOf(`
    resource, resourcename, hostname, host, instance, node, nodename, pod, podname, server, servername, machine,
    device, devicename, entityname, entity, targetname, target, monitorname, checkname, sitename, site, siteurl,
    monitorurl, website, objectname, displayname, agentname, servicename, service, applicationname, application,
    appname, app, repositoryfullname, sourcehost, sourcename, managedobject, repositoryname, projectname, project,
    jobname, component, monitortarget, chart, source, address, ip, url, name
  `),
  event: wordsOf(`
    alertname, eventname, rulename, rule, alertrule, checkname, check, alerttitle, problemtitle, incidenttitle,
    conditionname, policyname, triggername, alerttype, checktype, event, title, monitorname, metricname, metric,
    problem, condition, errorclass, exception, name, alarmname, problemname, trapname, faultname, symptom, alarm,
    alert, subject, sensorname, sensor, probename, probe, signalname, signal, eventtype, type, monitortype,
    incidentname, alertmessage, stagename, branchname, summary
  `),
  severity: wordsOf(`
    severity, alertseverity, eventseverity, severitylevel, priority, alertpriority, level, importancelevel,
    importance, criticality, urgency, impact, loglevel, sev
  `),
  state: wordsOf(`
    alertstate, alertstatus, alarmstate, alarmstatus, eventstatus, currentstate, newstate, newstatus, incidentstatus,
    incidentstate, monitorstatus, monitorstate, checkstatus, problemstate, buildstatus, status, state, currentstatus,
    result, eventtype, transition, action, event, type, phase, condition, resolved, recovered, reachable
  `),
  text: wordsOf(`
    message, description, text, summary, alertmessage, details, detail, body, msg, output, reason, longdescription,
    errormessage, content, info, comment, subject, title, incidentreason, incidentdetails
  `),
  environment: wordsOf('environment, environmentname, env, envname, stage, deploymentenvironment'),
  service: wordsOf('service, servicename, application, applicationname, app, appname, product'),
  group: wordsOf(`
    group, groupname, category, team, folder, grafanafolder, namespace, projectname, project, monitorgroupname,
    monitorgroup, monitorcategory, family
  `),
  value: wordsOf('value, currentvalue, metricvalue, actualvalue, eventvalue, measurement'),
  url: wordsOf(`
    url, alerturl, incidenturl, eventurl, problemurl, link, permalink, htmlurl, generatorurl, alarmurl, dashboardurl,
    dashboardlink, monitordashboardlink, monitorurl
  `),
  // `alertid` and `eventid` are missing: to some tools they mean a rule, or a message.
  fingerprint: wordsOf(`
    fingerprint, alertfingerprint, incidentid, incidentuid, incidenthash, problemid, problemuid, issueid, dedupkey,
    deduplicationkey, aggregationkey, groupkey
  `),
}))

/** The words with which tools say that a problem is over. */
export const CLOSED_WORDS = /* @__PURE__ */ wordsOf(`
  resolved, resolve, restored, recovered, recovery, ok, okay, closed, close, up, success, successful, succeeded,
  passed, passing, pass, fixed, clear, cleared, inactive, normal, healthy, good, operational, online, reachable, available,
  valid, renewed, ready, dismissed
`)

/** The words with which tools say that a problem is not over. */
export const OPEN_WORDS = /* @__PURE__ */ wordsOf(`
  firing, alerting, triggered, trigger, open, opened, active, activated, problem, alarm, new, down, raised, detected,
  failed, failing, failure, fail, error, critical, warning, broken, unhealthy, bad, unresolved, offline, unreachable, trouble,
  unavailable, not responding, timed_out, timed out, timeout, invalid, expired, anomalous, warn, ongoing, created,
  started, acknowledged
`)

/** The names of lists that contain only alerts. */
export const ALERT_LISTS = /* @__PURE__ */ wordsOf(
  'alerts, events, incidents, problems, alarms, issues, notifications, messages',
)

/** The names of lists that may contain alerts. */
export const LIST_NAMES = [...ALERT_LISTS, 'records', 'items', 'checks', 'results', 'data', 'entries', 'list']
