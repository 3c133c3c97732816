import type { Topic } from '../../rules/review-features.ts'
import { type SharedWordings, toneOf, type Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from '../text/languages.ts'

export const FRENCH: LanguageData = {
  functionWords: `le la les l un une des du de d au aux et ou où mais donc est sont était étaient été être suis sommes êtes a ai as
avons avez ont avait avaient je j tu il elle on nous vous ils elles me m te t se s ce c cet cette ces mon ma mes notre nos
votre vos son sa ses leur leurs ne n pas plus jamais rien que qu qui quoi dont en y dans sur sous avec sans pour par chez vers
entre depuis pendant comme si très trop bien aussi tout tous toute toutes même encore déjà toujours ici là fait faire peu
quand parce car peut alors`,
  negations: `pas jamais rien aucun aucune sans ni personne guère`,
  contrasts: `mais cependant toutefois pourtant quoique bien_que malgré néanmoins dommage malheureusement`,
  notTopics: `hâte_de_revenir attendre_de_revenir regrette_d_avoir à_tout_prix facturé_deux_fois facturée_deux_fois
facturés_deux_fois payer_deux_fois payé_deux_fois cher_ami chers_amis chère_amie cher_client chers_clients mon_cher ma_chère
mes_chers délai_raisonnable délais_raisonnables temps_raisonnable taille_raisonnable`,
  polarity: {
    4: `excellent* exceptionnel* parfait* fantastique* magnifique* extraordinaire* remarquable* sublime* délicieu* succulent* incroyable*
merveilleu* impeccable* irréprochable* inoubliable*`,
    3: `super génial* géniaux formidable* top savoureu* adorable* recommande* je_recommande à_recommander régal régalé* ravi* meilleur*
très_bon* très_bien coup_de_cœur coup_de_coeur chaleureu* je_reviendrai nous_reviendrons on_reviendra bravo enchanté*`,
    2: `bonne_affaire bonnes_affaires économique* bon bonne bons bonnes agréable* sympa* sympathique* gentil* accueillant*
aimable* souriant* attentionné* attentif* attentive*
serviable* professionnel* compétent* rapide* rapidement efficace* propre* soigné* frais fraîche* fraîches copieu* généreu* raisonnable*
abordable* confortable* calme* charmant* cosy joli* beau belle beaux belles satisf* content* plaisir merci apprécié* apprécie
à_l_écoute ponctuel* honnête* sérieu* disponible* convivial* qualité reviendrai* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `correct* bien pratique* convenable* varié* moderne*`,
    [-1]: `est_pas_donné onéreu* coûteu* cher chère chers chères bruyant* petit* étroit* moyen* moyenne* lent* lente* attente
attendre attendu* attendons vieillot* banal*
quelconque* limite froid_dehors bof`,
    [-2]: `exorbitant* prohibiti* ruineu* froid* tiède* fade* sec sèche* trop_cuit* pas_cuit* brûlé* gras trop_cher trop_salé*
trop_long* sale* saleté* malpropre* décevant* déçu* déception
désagréable* impoli* malpoli* mauvais* mal médiocre* incompétent* arrogant* agressif* agressive* méprisant* hautain* odeur* puait pue
cassé* panne* retard* erreur* oublié* ignoré* dommage problème* plainte* regrett* insuffisant* négligé* déplorable* froideur
non_professionnel* surfacturé* hors_de_prix 👎 😡 😠 😞`,
    [-3]: `débité_deux_fois débitée_deux_fois débités_deux_fois facturé_deux_fois facturée_deux_fois prélevé_deux_fois
payer_deux_fois double_facturation trop_facturé
horrible* affreu* dégueulasse* immonde* infect* dégoûtant* catastroph* arnaque* escroc* escroquerie* voleur* honte* honteu* scandaleu*
inadmissible* inacceptable* exécrable* à_fuir fuyez fuir à_éviter évitez éviter plus_jamais pire* lamentable* intoxication* cafard* moisi*
immangeable* nul nulle nuls nulles ne_recommande_pas insult* hurlé crié_dessus`,
  },
}

export const FRENCH_TOPICS: Record<Topic, string> = {
  staff: `personnel serveur* serveuse* patron patronne équipe employé* vendeur* vendeuse* accueil gérant* directeur directrice
hôtesse réceptionniste* caissière caissier médecin* docteur dentiste* infirmi* secrétaire* coiffeur* coiffeuse*
technicien* plombier* artisan* mécanicien* livreur* conseiller* aimable* impoli* malpoli* souriant* chef insult* hurlé
crié_dessus`,
  service: `service services servi servis serviable* prestation* sav conseil conseils`,
  waiting: `attente_raisonnable attente attend* attendre attendu lent* lenteur queue file heure heures minutes retard rapide*
rapidité rapidement`,
  price: `prix tarif* cher chère chers chères cherté coût* coûte* cout couts coute coutent coûteu* payé payée payer paye paie
payez payons dépensé dépenser facture* facturé* addition euro euros abordable* raisonnable* rapport_qualité bon_marché
bonne_affaire bonnes_affaires est_pas_donné économique* arnaque* devis promo* rabais réduction* onéreu* ruineu* exorbitant*
prohibiti* frais_de_dossier frais_cachés frais_supplémentaires frais_de_livraison frais_de_service budget* argent`,
  cleanliness: `propre propres propreté sale sales saleté hygièn* poussière* nettoy* odeur* tache* moisi* crasse cafard* ménage`,
  location: `emplacement situé située situation quartier centre_ville proximité gare métro`,
  parking: `parking stationnement se_garer garer voiturier`,
  booking: `réservation* réservé réserver rendez_vous rdv annul* annulation*`,
  atmosphere: `ambiance atmosphère décor décoration déco cadre musique bruit bruyant* calme cosy chaleureu* lumière éclairage`,
  premises: `salle salles table tables terrasse jardin bar comptoir espace place places toilettes wc locaux bâtiment cabinet`,
  communication: `communication téléphone appel* rappel* répond* réponse* mail mails expliqu* explication* information* inform* écoute`,
  quality: `qualité matériau* matériel cassé* défectueu* solide* fragile*`,
  food: `nourriture repas plat plats cuisine cuisiné* manger mangé déjeuner dîner entrée entrées dessert* goût gout goûteu*
savoureu* délicieu* viande* poisson* poulet boeuf bœuf pizza* pâtes burger* frites salade* soupe* fromage* pain sauce*
portion* assiette* sushi* gâteau* glace* vin vins bière* café boisson* menu cuisson* steak*`,
  drinks: `boisson* vin vins bière* café cafés cocktail* eau jus thé apéritif*`,
  menu: `carte menu menus choix`,
  order: `commande* commandé erreur* oublié* oubli manquait manque manquant* mauvaise_commande trompé*`,
  safety: `dangereu* insécurité police vol volé* agressé* bagarre`,
  room: `chambre* suite* salle_de_bain douche* balcon vue serviettes climatisation clim télévision télé meubles ascenseur`,
  sleep: `lit lits matelas oreiller* dormi dormir sommeil literie nuit insonoris* draps`,
  breakfast: `petit_déjeuner petit_dej petits_déjeuners buffet`,
  facilities: `piscine spa sauna gym wifi internet hall équipement* ascenseur fitness`,
  check_in: `check_in arrivée départ réception clé clés bagages check_out enregistrement`,
  selection: `choix variété gamme stock rupture produits marques tailles rayon rayons assortiment`,
  returns: `retour retours rembours* remboursement* échange* échangé* garantie* avoir`,
  delivery: `livraison* livré* livreur* colis expédi* emballage*`,
  treatment: `traitement* soin soins soigné* diagnostic* examen* opération* douleur* douloureu* détartrage carie* consultation*
ordonnance* médicament*`,
  workmanship: `travail travaux réparation* réparé* installation* installé* posé pose chantier finition* dépannage* panne* freins
pneus vidange révision moteur`,
  honesty: `honnête* honnêteté confiance malhonnête* arnaque* escroc* escroquerie* menti mensonge* transparen*`,
  punctuality: `ponctuel* ponctualité à_l_heure retard retards délai* délais`,
  styling: `coupe coupes cheveux coloration couleur mèches balayage brushing barbe ongles manucure* pédicure* épilation* cils
sourcils massage*`,
}

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Merci de nous dire franchement ce que vous en avez pensé.',
      'Merci pour cet avis sincère.',
      'Merci d’avoir pris le temps de nous écrire.',
      'Merci pour {visit} et pour votre franchise.',
      'Votre avis sincère nous aide beaucoup.',
    ],
    mixed_unwritten: [
      'Merci pour votre note.',
      'Merci pour {visit} et pour votre note.',
      'Merci pour les étoiles. Qu’est-ce qui vous a manqué ?',
      'Nous regrettons que tout n’ait pas été parfait.',
    ],
    apology: [
      'Nous sommes vraiment désolés.',
      'Nous regrettons beaucoup votre déception.',
      'Nous vous présentons toutes nos excuses.',
      'Merci de nous l’avoir signalé. Nous sommes désolés.',
      'Ce n’est pas ce que nous voulons pour nos clients, et nous en sommes désolés.',
    ],
    apology_unwritten: [
      'Nous sommes désolés de ne pas avoir répondu à vos attentes.',
      'Nous regrettons votre déception.',
      'Merci pour votre note. Nous sommes désolés de ne pas avoir fait mieux.',
    ],
  },
  complaint: [
    'Nous prenons au sérieux ce que vous écrivez sur {topic}.',
    'Votre remarque concernant {topic} ne nous laisse pas indifférents.',
    'Merci pour votre franchise concernant {topic}.',
    'Nous comprenons votre mécontentement concernant {topic}.',
  ],
  regret: [
    'Nous regrettons ce que vous écrivez sur {topic}.',
    'Nous sommes désolés de ce que vous écrivez sur {topic}.',
    'Nous prenons au sérieux votre remarque concernant {topic}.',
  ],
  nextSteps: {
    mixed: [
      'N’hésitez pas à nous en dire plus.',
      'Si vous souhaitez en parler, contactez-nous.',
      'Nous serions heureux d’avoir une seconde chance.',
      'S’il y a autre chose que nous devrions savoir, dites-le-nous.',
    ],
    apology: [
      'Si vous souhaitez en parler, contactez-nous directement.',
      'Nous aimerions en parler avec vous.',
      'Contactez-nous, nous voulons comprendre ce qui s’est passé.',
    ],
    farewell: ['Bonne continuation.', 'Nous restons à votre disposition.', 'Toujours à votre service.'],
  },
  blanks: [
    '[Dites ce que vous avez fait ou allez faire.]',
    '[Quelle est la suite ?]',
    '[Qu’allez-vous changer ?]',
  ],
}

export const FRENCH_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Bonjour {name},', 'Bonjour {name} !'],
      nameless: ['Bonjour,', 'Bonjour !'],
      praise: [
        'Un grand merci pour {visit} et pour ce bel avis !',
        'Votre avis nous a fait très plaisir !',
        'Quel plaisir de vous lire !',
        'Votre message fait plaisir à toute l’équipe.',
        'Merci du fond du cœur, cela nous touche beaucoup.',
        'Merci d’avoir pris le temps d’écrire ces mots.',
      ],
      praiseUnwritten: [
        'Un grand merci pour cette belle note !',
        'Merci pour les étoiles, cela nous fait très plaisir.',
        'Nous sommes ravis que cela vous ait plu.',
        'Merci, votre note nous touche.',
      ],
      topicPraise: [
        'Ce que vous écrivez sur {topic} nous fait très plaisir.',
        'Merci pour vos mots aimables sur {topic}.',
        'Nous sommes ravis que vous ayez apprécié {topic}.',
      ],
      nextPraise: [
        'À bientôt !',
        'Au plaisir de vous revoir.',
        'Nous espérons vous revoir bientôt.',
        'À très vite !',
      ],
      signOffs: [
        'Bien à vous,\n{business}',
        'Cordialement,\nl’équipe {business}',
        'Bien cordialement,\n{business}',
      ],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Bonjour {name},'],
      nameless: ['Bonjour,', 'Madame, Monsieur,'],
      praise: [
        'Nous vous remercions pour {visit} et pour votre aimable avis.',
        'Nous vous remercions de vos aimables paroles.',
        'Votre avis nous a fait grand plaisir.',
        'Nous sommes heureux que cela vous ait plu.',
        'Nous vous remercions d’avoir pris le temps de nous écrire.',
      ],
      praiseUnwritten: [
        'Nous vous remercions pour votre excellente note.',
        'Votre note nous fait grand plaisir.',
        'Nous vous remercions pour {visit} et pour votre note.',
      ],
      topicPraise: [
        'Nous sommes heureux que vous ayez apprécié {topic}.',
        'Nous vous remercions d’avoir mentionné {topic}.',
        'Ce que vous écrivez sur {topic} nous fait grand plaisir.',
      ],
      nextPraise: [
        'Nous serions heureux de vous accueillir à nouveau.',
        'Au plaisir de vous revoir.',
        'Notre porte vous est toujours ouverte.',
      ],
      signOffs: ['Cordialement,\n{business}', 'Bien cordialement,\nl’équipe {business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Bonjour {name},', 'Bonjour {name} !'],
      nameless: ['Bonjour,', 'Bonjour !'],
      praise: [
        'Merci pour {visit}.',
        'Merci pour ce bel avis.',
        'Cela nous fait plaisir.',
        'Ravis que cela vous ait plu.',
        'Merci, c’est un plaisir de vous lire.',
      ],
      praiseUnwritten: [
        'Merci pour cette note.',
        'Merci pour les étoiles.',
        'Cela nous fait plaisir, merci.',
      ],
      topicPraise: ['Ravis que vous ayez apprécié {topic}.', 'Merci d’avoir mentionné {topic}.'],
      nextPraise: ['À bientôt !', 'Au plaisir.', 'À une prochaine fois.'],
      signOffs: ['{business}', 'Cordialement, {business}', 'Bien à vous, {business}'],
    }),
  },
  topicNames: {
    staff: ['notre équipe', 'l’attitude de notre équipe'],
    service: ['notre service', 'notre service'],
    waiting: ['notre rapidité', 'l’attente'],
    price: ['nos prix', 'nos prix'],
    cleanliness: ['la propreté', 'la propreté'],
    location: ['notre emplacement', 'notre emplacement'],
    parking: ['le parking', 'le parking'],
    booking: ['la réservation', 'la réservation'],
    atmosphere: ['l’ambiance', 'l’ambiance'],
    premises: ['notre établissement', 'nos locaux'],
    communication: ['nos échanges', 'nos échanges'],
    quality: ['la qualité', 'la qualité'],
    food: ['notre cuisine', 'la cuisine'],
    drinks: ['nos boissons', 'les boissons'],
    menu: ['notre carte', 'notre carte'],
    order: ['votre commande', 'votre commande'],
    room: ['la chambre', 'la chambre'],
    sleep: ['votre nuit', 'votre nuit'],
    breakfast: ['notre petit déjeuner', 'le petit déjeuner'],
    facilities: ['nos équipements', 'nos équipements'],
    check_in: ['l’accueil', 'l’accueil'],
    selection: ['le choix', 'le choix'],
    returns: ['les retours', 'les retours'],
    delivery: ['notre livraison', 'notre livraison'],
    workmanship: ['notre travail', 'notre travail'],
    honesty: ['notre honnêteté', 'notre honnêteté'],
    punctuality: ['notre ponctualité', 'notre ponctualité'],
    styling: ['le résultat', 'le résultat'],
  },
  and: 'et',
  visit: 'votre visite',
  trust: 'votre confiance',
  visits: {},
  delicateTerms: `avocat* tribunal* plainte* procès* justice* intoxication* intoxiqué* vomi* malade* hôpital* urgences allergi* bless* infect* accident* dangereu*
discrimin* racis* sexis* homophob* antisémit* harcel* harcèl* menac* violen* agress* police* volé volée vol_de escroqu* punaise* cafard* rat rats souris
moisi* moisissure* diagnostic* enceinte* handicap* fauteuil_roulant
fièvre* nausée* diarrhée* évanoui* asthm* mal_au_ventre à_l_estomac infarctus`,
  hedges: `correct correcte corrects correctes moyen* normal* sans_plus passable* acceptable* assez bof aurait auraient serait
seraient ailleurs concurren*`,
  namesFollow: null,
}
