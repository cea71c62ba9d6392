# Builds Kapok from clean sources into an image that holds one file.
FROM node:22-bookworm-slim AS node

FROM rust:1.95-bookworm AS build
# The newest of what Debian keeps for this release; nothing of it reaches the image.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl xz-utils \
    && rm -rf /var/lib/apt/lists/*
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /kapok
COPY . .
RUN tools/release && tools/rootfs dist/kapok /rootfs

FROM scratch
LABEL org.opencontainers.image.title="Kapok" \
      org.opencontainers.image.description="A carbon-points loyalty programme in one file" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /rootfs/kapok /kapok
COPY --from=build --chown=10001:10001 /rootfs/data /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
ENV KAPOK_DATA_DIR=/data KAPOK_LISTEN=0.0.0.0:8080
HEALTHCHECK --interval=30s --timeout=6s CMD ["/kapok", "healthcheck"]
ENTRYPOINT ["/kapok"]
CMD ["serve"]
