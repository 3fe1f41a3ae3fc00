// Tests run in plain Node, which strips the types itself; this file resolves their imports from jest.
import { flushCompileCache, registerHooks } from 'node:module'

const globals = new URL('./globals.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
})

// Flushes the compile cache, so that threads and commands of the tests find the code that this process has compiled.
setInterval(flushCompileCache, 2000).unref()
