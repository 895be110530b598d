"""The routes of Discord's REST API v10, one module per resource. None knows how HTTP works."""

from localcord.rest import applications, channels, emojis, guilds, interactions, messages, threads, users
from localcord.rest.call import Routes

ROUTES: Routes = {
    **users.ROUTES,
    **applications.ROUTES,
    **emojis.ROUTES,
    **guilds.ROUTES,
    **channels.ROUTES,
    **messages.ROUTES,
    **threads.ROUTES,
    **interactions.ROUTES,
}
