import { z } from 'zod';
import { accessOf } from './access.js';
import { calculateFile, fileOptions } from './file-task.js';
import type { Run } from './run.js';
import { serviceOptions } from './service-options.js';

const optionsSchema = z.object({
  ...fileOptions.shape,
  ...serviceOptions.shape,
  output: z.string().default('-'),
});

/** `prorata bulk`: a file of students in, the answer out; of the service, or of the same calculation here. */
export const bulkCommand: Run = ([path = '-'], given, env, signal) => {
  const options = optionsSchema.parse(given);
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
          ? `${reason} To get their rows to mend, run it again with --failed failed.csv.`
          : `Mend ${failed} and run it again.`,
    },
    env,
    signal,
  );
};
