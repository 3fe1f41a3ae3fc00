import type { VisitWords } from './en.ts'

export const fr: VisitWords = {
  visitTitle: 'Ouvrir le site',
  visitIncomplete: 'Cette adresse est incomplète : ouvrez le site lui-même.',
  visitHint: (email = '') =>
    `Vous êtes connecté en tant que ${email}. Si un autre compte peut lire le site, déconnectez-vous et rouvrez le site.`,
  programTitle: 'Autoriser un programme à lire un site ?',
  programLead: (name: string, site: string, email = '') =>
    `« ${name} » demande à lire « ${site} » pour ${email} : tout ce que vous pouvez y lire, pendant 90 jours au plus. Vous pouvez y mettre fin à tout moment.`,
  programOnDevice: 'Le programme s’exécute sur cet appareil.',
  programSentTo: (host: string) =>
    `L’autorisation va à ${host}. N’acceptez que si vous connaissez cette adresse et venez de le demander là-bas.`,
  programAllow: 'Autoriser',
  programRefuse: 'Refuser',
}
