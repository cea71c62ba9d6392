# Builds Kapok from clean sources into an image that holds one file.
FROM rust:1.95-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl xz-utils \
    && rm -rf /var/lib/apt/lists/*
COPY --from=node:22-bookworm-slim /usr/local/bin/node /usr/local/bin/node
COPY --from=node:22-bookworm-slim /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /kapok
COPY . .
RUN tools/release && mkdir -p /rootfs/data && cp dist/kapok /rootfs/kapok

FROM scratch
LABEL org.opencontainers.image.title="Kapok" \
      org.opencontainers.image.description="A carbon-points loyalty programme in one file" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build --chown=10001:10001 /rootfs/ /
USER 10001:10001
VOLUME /data
EXPOSE 8080
ENV KAPOK_DATA_DIR=/data KAPOK_LISTEN=0.0.0.0:8080
HEALTHCHECK --interval=30s --timeout=6s CMD ["/kapok", "healthcheck"]
ENTRYPOINT ["/kapok"]
CMD ["serve"]
