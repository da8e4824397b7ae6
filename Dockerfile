# One image for everything: the API (as it stands), a worker, the key command, and files calculated on the spot:
#   node --initial-heap-size=256 dist/src/main.js
#   node dist/workers/queue-worker.js
#   node dist/src/keys/cli.js issue --holder "Example College"
#   prorata bulk students.csv -o answer.csv
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY docs docs
COPY src src
COPY workers workers
# dist is a link to the build, which not every builder follows.
RUN npm run build && cp -RL dist built && chmod +x built/src/cli/prorata.js

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The compiler comes along as an optional peer of a dependency; nothing needs it at run time.
RUN npm ci --omit=dev && rm -rf node_modules/typescript node_modules/@typescript
COPY scripts/sbom.js scripts/sbom.js
RUN node scripts/sbom.js sbom.cdx.json

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    NODE_OPTIONS=--enable-source-maps \
    HOST=0.0.0.0 \
    KEYS_FILE=/data/keys.json
# A volume mounted here takes over the owner, so that the process may write its key file; the group is that of a process with any other
# user id, as OpenShift chooses it.
RUN mkdir /data && chown 1000:0 /data && chmod 770 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/built dist
COPY --from=packages /app/sbom.cdx.json sbom.cdx.json
COPY package.json ./
RUN ln -s /app/dist/src/cli/prorata.js /usr/local/bin/prorata
# By number: a platform that admits no root does not look the name up.
USER 1000
EXPOSE 3000 9090
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.ADMIN_PORT || 9090, path: '/healthz', timeout: 5000 }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('timeout', () => process.exit(1)).on('error', () => process.exit(1))"]
# No npm in between: it would keep signals from arriving.
# The heap starts at a size that fits the files of a service with Redis; NODE_OPTIONS does not take this flag.
CMD ["node", "--initial-heap-size=256", "dist/src/main.js"]
