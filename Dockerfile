# The bot with all its dependencies, including the PostgreSQL driver: docker build -t finte .
FROM python:3.13-slim AS packages
WORKDIR /packages
COPY requirements-postgresql.txt ./
RUN python -m venv /venv && \
    /venv/bin/python -m pip install --no-cache-dir --require-hashes -r requirements-postgresql.txt

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin finte && \
    install --directory --owner finte --mode 700 /data
COPY --from=packages /venv /venv
WORKDIR /srv/finte
COPY pyproject.toml requirements.txt ./
COPY games games
COPY bot bot
COPY cogs cogs
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/finte.sqlite3 \
    METRICS_PORT=9400
RUN python -m compileall -q games bot cogs
USER 10001
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"METRICS_PORT\"]}/healthz', timeout=8)"]
CMD ["python", "-m", "bot"]
