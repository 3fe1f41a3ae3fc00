// Tests run in plain Node: it strips the types itself, and finds here what they import from jest.
import { flushCompileCache, registerHooks } from 'node:module'

const globals = new URL('./jest.globals.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
})

// What this process has compiled is there for the threads and commands that its tests start.
setInterval(flushCompileCache, 2000).unref()
