"""Makes some calls as a member of the demo by a client that is made from the description of the API. Every program
beside this one makes the same calls and prints the same lines. KAPOK_URL has the address of the demo.
"""

import os

from client import AuthenticatedClient, Client
from client.api.auth import create_login
from client.api.claims import get_claim, list_claims
from client.api.goals import list_goals
from client.api.statement import list_statements
from client.models import GoalRewardShownItem, GoalRewardShownPoints, LoginRequest

url = os.environ["KAPOK_URL"]
credentials = LoginRequest(user_identifier="alice@kapok.example", user_password="Cotton-tree-88")
session = create_login.sync(client=Client(url), body=credentials)
client = AuthenticatedClient(url, session.token)
print(f"signed in as {session.user.first_name}")

months = list_statements.sync(client=client)
print(f"{len(months)} statements, the newest of {months[0]}")

for claim in list_claims.sync(client=client, limit=2):
    print(f"claim {claim.number} of {claim.day}: HKD {claim.amount_hkd}, {claim.status.value}")

for goal in list_goals.sync(client=client):
    reward = goal.reward
    if isinstance(reward, GoalRewardShownPoints):
        print(f"{goal.name.en}: {reward.points} points")
    elif isinstance(reward, GoalRewardShownItem):
        print(f"{goal.name.en}: the item {reward.name.en}")
    else:
        print(f"{goal.name.en}: {reward.kind.value}")

answer = get_claim.sync_detailed("019cde0a5b7070009f1b4c1f0c2f7a31", client=client)
print(f"problem {answer.status_code.value}: {answer.parsed.code.value}")
