// npm run -s admin -- <command>
// Manages people, lists organizations and counts data of the whole installation while it runs. The commands are:
//   people [--search <text>]                    lists people, one JSON object a line
//   organizations [--search <text>]             lists organizations, one JSON object a line
//   organizations delete <id>                   deletes an organization with its data
//   organizations deleted                       lists deleted organizations, and where data of them are left
//   tokens                                      lists the valid tokens of the installation
//   revoke --id <id>                            revokes a token of the installation
//   figures [--json]                            counts people, organizations, spaces, pages, sites and bytes
//   sign-in-link --email <address> [--name <name>]  prints a link that signs a person in once, who is created if needed
//   end-sessions --email <address> | --id <id>  ends all tokens of a person
//   disable --email <address> | --id <id>       ends all tokens of a person, who gets no other
//   enable --email <address> | --id <id>        lets a disabled person sign in again
//   delete --email <address> | --id <id> [--force]
//       deletes a person; --force also where an organization is left without an administrator.
import { administer } from './administer.ts'

try {
  await administer(process.env, process.argv.slice(2), (line) => process.stdout.write(`${line}\n`))
} catch (error) {
  process.stderr.write(`admin: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
