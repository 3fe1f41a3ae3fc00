// Looks after the memory of the printing process, and after its end where nobody else does.
import { workerData } from 'node:worker_threads'

const { memoryMb, timeoutMs } = workerData as { memoryMb: number; timeoutMs: number }
const end = () => process.kill(process.pid, 'SIGKILL')

setInterval(() => {
  if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) end()
}, 50)
// The service kills it at its deadline; a service that died does not.
setTimeout(end, timeoutMs + 1000)
