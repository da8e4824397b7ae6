import { z } from 'zod';

/** The options of commands that ask a service, as the command line gives them. */
export const serviceOptions = z.object({
  local: z.boolean().default(false),
  url: z.string().optional(),
  keyFile: z.string().optional(),
  retries: z.int().default(4),
});
