import * as z from 'zod/mini';

/** Must be imported before any schema: zod would try `new Function`, which the content policy forbids. */
z.config({ jitless: true });
