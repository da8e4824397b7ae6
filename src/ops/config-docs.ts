import { apiSettings, type Setting, sharedSettings, workerSettings } from './config-table.js';

/** One line of the configuration's documentation. */
export interface ConfigTableRow {
  readonly name: string;
  readonly defaultText: string;
  /** Empty where the value has none. */
  readonly unit: string;
  readonly readBy: 'API' | 'worker' | 'both';
  readonly description: string;
}

type Settings = readonly Setting<unknown, unknown>[];

/** Every variable once, those that API and workers share first. */
export function configTable(): readonly ConfigTableRow[] {
  const shared: Settings = Object.values(sharedSettings);
  const api: Settings = Object.values(apiSettings);
  const worker: Settings = Object.values(workerSettings);
  const names = (settings: Settings) => new Set(settings.map(({ name }) => name));
  const apiNames = names([...shared, ...api]);
  const workerNames = names([...shared, ...worker]);
  const workerOnly = worker.filter(({ name }) => !apiNames.has(name));
  return [...shared, ...api, ...workerOnly].map(({ name, defaultText, unit, description }) => {
    const readBy = !workerNames.has(name) ? 'API' : apiNames.has(name) ? 'both' : 'worker';
    return { name, defaultText, unit, readBy, description };
  });
}

/** {@link configTable} in Markdown, without a line break at its end: what the README holds between its markers. */
export function renderConfigTable(): string {
  const rows = configTable().map(({ name, defaultText, unit, readBy, description }) => [
    `\`${name}\``,
    defaultText,
    unit,
    readBy,
    description,
  ]);
  return [['Variable', 'Default', 'Unit', 'Read by', 'Meaning'], Array(5).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
