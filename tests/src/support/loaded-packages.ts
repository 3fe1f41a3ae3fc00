// Imports the module that its argument names, and prints as JSON which registry packages this loaded.
import { registerHooks } from 'node:module'

const packages = new Set<string>()
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (name) packages.add(name)
    return next(url, context)
  },
})
await import(process.argv[2] ?? '')
process.stdout.write(JSON.stringify([...packages]))
