// Imports the module that the argument names, as a service's process does, and prints as JSON the files of packages that
// Node had to resolve.
import { registerHooks } from 'node:module'

const found: string[] = []
// Later hooks run first, so this one sees the specifiers that resolutions.ts leaves to Node.
registerHooks({
  resolve(specifier, context, next) {
    const answer = next(specifier, context)
    if (answer.url.includes('/node_modules/')) found.push(answer.url)
    return answer
  },
})
await import('../../../libs/kit/src/resolutions.ts')
await import(process.argv[2] ?? '')
process.stdout.write(JSON.stringify(found))
