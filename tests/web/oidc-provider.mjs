// Serves the sign-in provider of that name on a free port of this computer, for
// tests of signing in with a provider that others wrote. It prints its issuer and
// ends when its standard input does.
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import Provider, { interactionPolicy } from "oidc-provider";

console.info = console.warn = () => {}; // about settings for production

const { values } = parseArgs({
  options: { id: { type: "string" }, secret: { type: "string" }, redirect: { type: "string" } },
});

// Everybody is asked for a name anyway; the provider knows no choice of accounts.
const policy = interactionPolicy.base();
const choice = new interactionPolicy.Prompt({ name: "select_account", requestable: true });
choice.checks.clear();
policy.add(choice, 0);

const server = createServer().listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: values.id, client_secret: values.secret, redirect_uris: [values.redirect] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: [crypto.randomUUID()] },
    interactions: { policy },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({ sub: name, name: `${name} Anders`, email: `${name}@example.org`, email_verified: true }),
    }),
  });
  server.on("request", provider.callback());
  console.log(issuer);
});

process.stdin.resume().on("end", () => process.exit());
