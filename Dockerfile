# Benshi: the whole server, or with ROLE=web or worker a part of it. docs/self-hosting.md says how to run it;
# `npm run check-container` does the same steps without Docker.

FROM node:24-trixie-slim AS page
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY src/web/package.json ./src/web/package.json
# Without the second switch npm would keep tools (vitest, drizzle-kit, esbuild): better-auth names them as packages that it could
# work with.
RUN npm ci --omit=dev --legacy-peer-deps --ignore-scripts
COPY tsconfig.json vite.config.ts ./
COPY src ./src
RUN npx vite build --logLevel=warn

FROM node:24-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --legacy-peer-deps --ignore-scripts --workspaces=false
# A quarter of their size: types and source maps, which nothing reads at run time.
RUN find node_modules -type f '(' -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' ')' -delete

FROM node:24-trixie-slim
# For llama.cpp, which runs local models.
RUN apt-get update && apt-get install --yes --no-install-recommends libgomp1 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=page /app/dist ./dist
COPY package.json LICENSE ./
COPY src ./src
# A volume takes owner and mode from the folder that it covers.
RUN mkdir --mode=0700 /data /models && chown node:node /data /models
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--v8-pool-size=1", "src/server/main.ts"]
