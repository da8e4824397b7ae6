import * as z from 'zod';

/** Imported before anything that makes a schema: zod would try out `new Function`, which the policy of the pages forbids. */
z.config({ jitless: true });
