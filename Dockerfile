# Holdfast as an image: the single executable on a bare Debian, without Node's tools, compilers or sources.
#   docker build -t holdfast .
#   docker run --read-only -v holdfast:/data -v backups:/backups -e HOLDFAST_BACKUPS=/backups -p 3000:3000 holdfast

FROM node:24-bookworm AS build
WORKDIR /src
COPY . .
RUN npm run package -- --to /out/holdfast

FROM debian:bookworm-slim
COPY --from=build /out/holdfast /usr/local/bin/holdfast
RUN install -d -o 10001 -g 10001 -m 700 /data /backups
ENV HOLDFAST_DATA=/data HOST=0.0.0.0 PORT=3000
USER 10001:10001
VOLUME /data /backups
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["/usr/local/bin/holdfast", "health"]
ENTRYPOINT ["/usr/local/bin/holdfast"]
CMD ["serve"]
