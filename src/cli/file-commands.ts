import { accessOf } from './access.js';
import type { FileOptions, Run, ServiceOptions } from './command.js';
import { calculateFile } from './file-task.js';

/** `prorata bulk`: takes a file of students and writes the answer, calculated by the service or on this computer. */
export const bulkCommand: Run<FileOptions & ServiceOptions & { readonly output: string }> = (
  [path = '-'],
  options,
  env,
  signal,
) => {
  const { output, failed, local, retries } = options;
  const reason = `The column "error" of ${output === '-' ? 'the answer' : output} has the reason.`;
  return calculateFile(
    {
      path,
      target: output,
      options,
      calculate: async (run, write, say) => {
        if (local) return run.here(env, write, signal);
        await run.byService(await accessOf(options, env), write, { retries, signal, onWait: say });
      },
      whatToDo:
        failed === undefined
          ? `${reason} To get their rows to correct, run it again with --failed failed.csv.`
          : `Correct ${failed} and run it again.`,
    },
    env,
    signal,
  );
};

/** `prorata check`: what `bulk` would report about a file, without writing an answer and without a service. */
export const checkCommand: Run<FileOptions> = ([path = '-'], options, env, signal) => {
  const { failed } = options;
  return calculateFile(
    {
      path,
      target: null,
      options,
      calculate: (run, write) => run.here(env, write, signal),
      whatToDo:
        failed === undefined
          ? 'To get their rows to correct, run it again with --failed failed.csv.'
          : `Correct ${failed} and check it again.`,
    },
    env,
    signal,
  );
};
