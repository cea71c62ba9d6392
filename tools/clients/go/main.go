// Makes some calls as a member of the demo by a client that is made from the description of the API. Every program
// beside this one makes the same calls and prints the same lines. KAPOK_URL has the address of the demo.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"kapok.example/calls/client"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Getenv("KAPOK_URL")}}
	kapok := client.NewAPIClient(settings)

	credentials := client.NewLoginRequest()
	credentials.SetUserIdentifier("alice@kapok.example")
	credentials.SetUserPassword("Cotton-tree-88")
	session, _, err := kapok.AuthAPI.CreateLogin(ctx).LoginRequest(*credentials).Execute()
	if err != nil {
		return err
	}
	settings.AddDefaultHeader("Authorization", "Bearer "+session.Token)
	fmt.Printf("signed in as %s\n", session.User.FirstName)

	months, _, err := kapok.StatementAPI.ListStatements(ctx).Execute()
	if err != nil {
		return err
	}
	fmt.Printf("%d statements, the newest of %s\n", len(months), months[0])

	claims, _, err := kapok.ClaimsAPI.ListClaims(ctx).Limit(2).Execute()
	if err != nil {
		return err
	}
	for _, claim := range claims {
		fmt.Printf("claim %s of %s: HKD %s, %s\n", claim.Number, claim.Day, claim.AmountHkd, claim.Status)
	}

	goals, _, err := kapok.GoalsAPI.ListGoals(ctx).Execute()
	if err != nil {
		return err
	}
	for _, goal := range goals {
		switch reward := goal.Reward.GetActualInstance().(type) {
		case *client.GoalRewardShownPoints:
			fmt.Printf("%s: %d points\n", goal.Name.En, reward.Points)
		case *client.GoalRewardShownItem:
			fmt.Printf("%s: the item %s\n", goal.Name.En, reward.Name.En)
		case *client.GoalRewardShownBadge:
			fmt.Printf("%s: %s\n", goal.Name.En, reward.Kind)
		case *client.GoalRewardShownMultiplier:
			fmt.Printf("%s: %s\n", goal.Name.En, reward.Kind)
		default:
			return fmt.Errorf("the reward of %s is %T", goal.Name.En, reward)
		}
	}

	_, answer, err := kapok.ClaimsAPI.GetClaim(ctx, "019cde0a5b7070009f1b4c1f0c2f7a31").Execute()
	var refused *client.GenericOpenAPIError
	if !errors.As(err, &refused) {
		return fmt.Errorf("an unknown claim gives %w", err)
	}
	problem, ok := refused.Model().(client.Problem)
	if !ok {
		return fmt.Errorf("the problem is %T", refused.Model())
	}
	fmt.Printf("problem %d: %s\n", answer.StatusCode, problem.Code)
	return nil
}
