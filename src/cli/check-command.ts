import { calculateFile, fileOptions } from './file-task.js';
import type { Run } from './run.js';

/** `prorata check`: what `bulk` would say of a file, without an answer and without a service. */
export const checkCommand: Run = ([path = '-'], given, env, signal) => {
  const options = fileOptions.parse(given);
  const { failed } = options;
  return calculateFile(
    {
      path,
      target: null,
      options,
      calculate: (run, write) => run.here(env, write, signal),
      whatToDo:
        failed === undefined
          ? 'To get their rows to mend, run it again with --failed failed.csv.'
          : `Mend ${failed} and check it again.`,
    },
    env,
    signal,
  );
};
