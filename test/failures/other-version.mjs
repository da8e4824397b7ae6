import { register } from 'node:module';

// Loaded with --import into a process of the service, this makes it speak the next version of the queue's protocol.
register('./other-version-hooks.mjs', import.meta.url);
