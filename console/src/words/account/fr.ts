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
  removePasskeyQuestion: (name) => `Supprimer « ${name} » ?`,
  removePasskeyHint:
    'Elle ne vous connectera plus. Supprimez-la aussi sur son appareil ; vous pouvez en ajouter une autre.',
  notificationMails: 'E-mails de notification',
  notificationMailsHint:
    'Ce qui arrive en quelques minutes tient dans un e-mail, ce qui arrive en un jour dans un seul chaque matin.',
  mailsOfMentions: 'Mentions et relectures qui vous sont demandées',
  mailsOfOthers: 'Réponses, commentaires, relectures, fusions et importations',
  mailTimes: { 'at-once': 'Aussitôt', daily: 'Une fois par jour', off: 'Jamais' },
  stopMails: 'Ne plus recevoir ces e-mails',
  stopMailsLead:
    'Vous ne recevrez plus d’e-mails de notification de cette organisation. Vous trouverez les notifications dans Quire.',
  mailsStopped: 'Vous ne recevrez plus ces e-mails. Vous pouvez les redemander dans les paramètres.',
  programs: 'Programmes',
  programsHint: 'Ces programmes lisent des sites internes pour vous. Mettez fin à ceux que vous n’utilisez plus.',
  endProgram: 'Mettre fin à l’accès',
  languageLabel: 'Langue',
  reference: 'Référence de l’API',
  signedOutTitle: 'Vous êtes déconnecté',
  newOrganizationLead: 'Une organisation contient les espaces et les sites d’une équipe ou d’une entreprise.',
  joinByDomainTitle: 'Rejoindre votre organisation',
  joinByDomainLead: (domain) => `Toute personne ayant une adresse ${domain} peut la rejoindre.`,
  joinNamed: (title) => `Rejoindre ${title}`,
}
