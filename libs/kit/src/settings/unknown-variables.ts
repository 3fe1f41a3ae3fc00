import { readFileSync } from 'node:fs'
// leven (MIT, maintained) counts the edits between two names.
import { closestMatch } from 'leven'
import { z } from 'zod'

/** The names of all settings, of the services and of the commands; `npm run accept` writes the file. */
const file = new URL('./known-variables.json', import.meta.url)

/** Names that begin like this are of no other software. */
const ownPrefix =
  /^(QUIRE|BLOBS|BUS|AI|INSIGHTS|INVITE_MAILS?|IMPORTS?|PARSING|OPENAPI|PDFS?|CALLERS?|PURGE|TRANSLATION_WORDS|ORGANIZATIONS_PER)_/
/** Kubernetes announces each Service by such variables, and some Services are named like ours. */
const announced = /_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\d+_.*)$/

interface UnknownVariable {
  name: string
  /** The known name that it is most like, if one is near. */
  nearest: string | undefined
}

/**
 * Lists the variables of an environment that look like misspelt settings. Environments carry variables of other software,
 * so a name counts only if it is very near a known one, or has a prefix of Quire.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  const known = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || announced.test(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return []
    const nearest = nearestOf(name, known)
    return nearest !== undefined || ownPrefix.test(name) ? [{ name, nearest }] : []
  })
}

/** Short names are near too many others. */
const editsOf = ({ length }: string) => (length < 6 ? 0 : length < 10 ? 1 : 2)

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const maxDistance = editsOf(name)
  const near = maxDistance === 0 ? undefined : closestMatch(name, known, { maxDistance })
  return near ?? known.find((one) => isSwapped(name, one))
}

/** True if two letters beside each other have changed places, which counts as two edits. */
function isSwapped(name: string, known: string): boolean {
  const at = [...name].findIndex((letter, index) => letter !== known[index])
  return at >= 0 && known === `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`
}
