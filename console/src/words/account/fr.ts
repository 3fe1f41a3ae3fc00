import type { AccountWords } from './en.ts'

export const fr: AccountWords = {
  profile: 'Profil',
  name: 'Nom',
  sessions: 'Où vous êtes connecté',
  sessionsHint: 'Terminez une session que vous ne connaissez pas ; ce navigateur est déconnecté aussitôt.',
  lastUsed: 'Dernière utilisation',
  thisSession: 'Celle-ci',
  endSession: 'Déconnecter',
}
