import { type Config, loadConfig } from '../ops/config.js';

const OURS = /^(?:BULK_|CSV_)/;

/**
 * What a calculation on this computer keeps to: the limits of the service, as the variables BULK_* and CSV_* may change them here, too.
 *
 * @throws OperatorError naming the variables that cannot be used.
 */
export function localConfig(env: NodeJS.ProcessEnv): Config {
  return loadConfig(Object.fromEntries(Object.entries(env).filter(([name]) => OURS.test(name))));
}
