"""Alembic's entry point: runs the migrations on the connection that bot/store/connection.py passes in."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # a migration and its record share a transaction
    render_as_batch=True,  # SQLite cannot alter a column in place
)
with context.begin_transaction():
    context.run_migrations()
