import { changeKeyFile } from '../../dist/src/keys/change-key-file.js';
import { hashToken, randomBase62 } from '../../dist/src/keys/token.js';

// Adds one key after the other to a file for as long as it lives, and names each once it is done: node writer.js <file>
for (;;) {
  const id = randomBase62(16);
  const key = {
    id,
    holder: 'writer',
    token_sha256: hashToken(id),
    issued_at: '2026-01-01T00:00:00Z',
    expires_at: null,
    revoked_at: null,
  };
  await changeKeyFile(process.argv[2], (keys) => ({ keys: [...keys, key], result: undefined }), {
    createIfMissing: true,
    staleAfterMs: 150,
  });
  process.stdout.write(`${id}\n`);
}
