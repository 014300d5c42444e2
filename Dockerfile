FROM node:24-slim AS build
WORKDIR /opsgraph
COPY . .
RUN pnpm() { npx --yes "$(node -p 'require("./package.json").packageManager')" "$@"; } \
 && pnpm install --frozen-lockfile --filter . --filter-prod '@opsgraph/cli...' \
 && pnpm --filter-prod '@opsgraph/cli...' build --no-dts \
 && rm -rf node_modules packages/*/node_modules packages/*/src packages/*/test \
 && pnpm install --frozen-lockfile --prod --filter-prod '@opsgraph/cli...'

FROM node:24-slim
COPY --from=build /opsgraph/node_modules /opsgraph/node_modules
COPY --from=build /opsgraph/packages /opsgraph/packages
RUN ln -s /opsgraph/packages/cli/dist/opsgraph.js /usr/local/bin/opsgraph \
 && install -d -m 700 -o node -g node /data
ENV NODE_ENV=production HOST=0.0.0.0 OPSGRAPH_DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["opsgraph"]
CMD ["serve"]
