// Preloaded into the processes of a drill: lets each name in NAMED_HOSTS, `name=address,address` after one another, lead to
// replicas.
import { leadName } from '@quire/embedded'

for (const one of process.env.NAMED_HOSTS?.split(' ') ?? []) {
  const [name = '', addresses = ''] = one.split('=')
  leadName(name, addresses.split(','))
}
