// Preloaded into the processes of an upgrade: they find each service by one name, which leads to the two addresses at which
// a process of it may run.
import { isMainThread } from 'node:worker_threads'

// Threads that read texts connect to nobody, and have little memory.
if (isMainThread) {
  const { databaseOwners, leadName } = await import('@quire/embedded')
  for (const service of databaseOwners) {
    const variable = `${service.toUpperCase()}_URL`
    const name = `${service}.quire`
    leadName(name, ['127.0.0.1', '127.0.0.2'])
    const address = process.env[variable]
    if (address) process.env[variable] = address.replace('//127.0.0.1:', `//${name}:`)
  }
}
