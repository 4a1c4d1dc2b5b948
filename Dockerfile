# What `npm start` serves, in a container: README.md, "Running the service".
FROM node:24-bookworm AS build
WORKDIR /app
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
RUN mkdir /data && chown node:node /app /data
COPY --from=build --chown=node:node /app /app
USER node
# scripts/lib/server-process.mjs says why.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768
ENV NODE_ENV=production BIND_ADDRESS=0.0.0.0 PORT=8787 STATE_DIR=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 8787) + '/api/v1/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "scripts/serve.mjs"]
