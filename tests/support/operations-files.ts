import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = new URL('../../docs/operations/', import.meta.url);

export const alertsFile = fileURLToPath(new URL('alerts.yaml', folder));

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** How long it must hold, such as `5m`. */
  readonly for?: string;
  readonly annotations: { readonly summary: string; readonly description: string; readonly read: string };
}

/** The rules of docs/operations/alerts.yaml. */
export function readAlertRules(): AlertRule[] {
  const { groups } = parse(readFileSync(alertsFile, 'utf8')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** As Grafana keeps it; only what is looked at here. */
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

/** docs/operations/grafana-dashboard.json. */
export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(new URL('grafana-dashboard.json', folder), 'utf8'));
}
