// Imports the module that its argument names as a service's process does, and prints as JSON which files of packages
// Node had to find.
import { registerHooks } from 'node:module'

const found: string[] = []
// Later hooks run first, so this one sees what resolutions.ts leaves to Node.
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
