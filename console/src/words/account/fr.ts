import type { AccountWords } from './en.ts'

export const fr: AccountWords = {
  profile: 'Profil',
  name: 'Nom',
  sessions: 'Où vous êtes connecté',
  sessionsHint: 'Terminez une session que vous ne connaissez pas ; ce navigateur est déconnecté aussitôt.',
  lastUsed: 'Dernière utilisation',
  thisSession: 'Celle-ci',
  endSession: 'Déconnecter',
  passkeys: 'Clés d’accès',
  passkeysHint:
    'Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code d’un appareil, sans e-mail.',
  addPasskey: 'Ajouter une clé d’accès',
  passkeyAdded: 'Ajoutée',
  passkeyName: 'Nom de la clé d’accès',
  removePasskey: 'Supprimer',
  signInAgainFirst: 'Pour cela, vous devez vous être connecté il y a moins de dix minutes.',
}
