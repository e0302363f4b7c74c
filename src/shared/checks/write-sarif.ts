import { checkMessages, checkNames } from '../messages/checks.ts';
import { t } from '../messages/message.ts';
import { productName, productVersion } from '../product.ts';
import { type CheckedDescription, checkDescription, listUnchecked } from './check-description.ts';
import { checkRules, getLevel, type LineCheck } from './line-check.ts';

/** The file in which a person finds the lines. */
export interface CheckedFile {
  /** Relative to the file that is written, such as "holiday.benshi.json". */
  readonly name: string;
  /** As `printProject` prints it. */
  readonly text: string;
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** On which most of the rules stand. */
const helpUri = 'https://dcmp.org/learn/617-description-key---how-to-describe';

/**
 * What the checks found, as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html). What a person accepted
 * is there, too, as suppressed; what could not be checked is a notification.
 * @param file undefined where the lines stand in no file
 */
export function writeSarif(described: CheckedDescription, file: CheckedFile | undefined): string {
  const rules = checkRules.map(id => ({
    id,
    shortDescription: { text: t(checkNames[id]) },
    helpUri,
    defaultConfiguration: { level: getLevel(id) },
  }));
  const unchecked = listUnchecked(described).map(text => ({ level: 'note', message: { text } }));
  const run = {
    tool: { driver: { name: productName, version: productVersion, rules } },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: unchecked }],
    ...(file && { artifacts: [{ location: toLocation(file) }] }),
    columnKind: 'utf16CodeUnits',
    results: checkDescription(described).map(check => toResult(check, described, file)),
  };
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}

function toLocation({ name }: CheckedFile) {
  return { uri: name.toWellFormed().split('/').map(encodeURIComponent).join('/') };
}

function toResult(check: LineCheck, { lines }: CheckedDescription, file: CheckedFile | undefined) {
  const { rule, level, lineId, startMs, message, isAccepted } = check;
  const at = lines.findIndex(({ id }) => id === lineId);
  const text = lines[at]?.text;
  const place = {
    ...(file && { physicalLocation: toPhysicalLocation(file, lineId) }),
    ...(at >= 0 && {
      logicalLocations: [{ name: t(checkMessages.line, { number: at + 1 }), kind: 'element' }],
    }),
  };
  return {
    ruleId: rule,
    ruleIndex: checkRules.indexOf(rule),
    kind: 'fail',
    level,
    message: { text: message },
    ...(Object.keys(place).length > 0 && { locations: [place] }),
    // Stays the same when the line is moved.
    partialFingerprints: { 'lineText/v1': `${rule}: ${text ?? message}` },
    ...(isAccepted && { suppressions: [{ kind: 'inSource', status: 'accepted' }] }),
    // Times are no place in a file.
    properties: { startMs, lineId, text },
  };
}

function toPhysicalLocation(file: CheckedFile, lineId: string | undefined) {
  const artifactLocation = { ...toLocation(file), index: 0 };
  const at = lineId === undefined ? -1 : file.text.indexOf(`"id": ${JSON.stringify(lineId)}`);
  if (at < 0) return { artifactLocation };
  return { artifactLocation, region: { startLine: file.text.slice(0, at).split('\n').length } };
}
