import * as z from 'zod/mini';

/** Imported before anything that creates a schema: zod would try `new Function`, which the pages' content policy forbids. */
z.config({ jitless: true });
