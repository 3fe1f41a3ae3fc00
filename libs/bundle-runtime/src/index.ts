import { createRequire } from 'node:module'

/**
 * Returns the path of the program that runs bundles of integrations; undefined if it is not installed, or if there is
 * none for this platform. It is a package of its own, because it is larger than the rest of Quire: starts without bundles
 * leave it out (scripts/bootstrap.mjs). The packages of the platforms are named themselves: `workerd`, which chooses
 * between them, runs a script at its installation.
 */
export function bundleProgram(): string | undefined {
  const name = { x64: 'linux-64', arm64: 'linux-arm64' }[process.arch as string]
  if (process.platform !== 'linux' || !name) return undefined
  try {
    return createRequire(import.meta.url).resolve(`@cloudflare/workerd-${name}/bin/workerd`)
  } catch {
    return undefined
  }
}
