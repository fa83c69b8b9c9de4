# syntax=docker/dockerfile:1
# The first stage builds the app and packs what a server needs; the second is that folder and Node, and nothing that builds.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
# as run.mjs installs: what is there is what the lockfile says, and needs no second look
RUN node --input-type=module -e "const { build } = await import('./tools/run/build.ts'); process.exitCode = await build()" \
  && node tools/pack/main.ts /packed

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BEDSIDE_DATA=/data
COPY --from=build /packed /app
# the programs that npm brings with Node are not needed to run, and are a way in
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn* \
  && install -d -o node -g node -m 0700 /data /backups
WORKDIR /app
USER node
VOLUME /data /backups
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# answered by the supervisor, which passes it on; a stop takes ten seconds at most
STOPSIGNAL SIGTERM
CMD ["node", "run.mjs", "start"]
