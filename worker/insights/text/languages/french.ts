import type { LanguageData } from '../languages.ts'

export const FRENCH: LanguageData = {
  functionWords: `le la les l un une des du de d au aux et ou où mais donc est sont était étaient été être suis sommes êtes a ai as
avons avez ont avait avaient je j tu il elle on nous vous ils elles me m te t se s ce c cet cette ces mon ma mes notre nos
votre vos son sa ses leur leurs ne n pas plus jamais rien que qu qui quoi dont en y dans sur sous avec sans pour par chez vers
entre depuis pendant comme si très trop bien aussi tout tous toute toutes même encore déjà toujours ici là fait faire peu
quand parce car peut alors`,
  negations: `pas jamais rien aucun aucune sans ni personne guère`,
  contrasts: `mais cependant toutefois pourtant quoique bien_que malgré néanmoins dommage malheureusement`,
  notTopics: `hâte_de_revenir attendre_de_revenir regrette_d_avoir`,
  polarity: {
    4: `excellent* exceptionnel* parfait* fantastique* magnifique* extraordinaire* remarquable* sublime* délicieu* succulent* incroyable*
merveilleu* impeccable* irréprochable* inoubliable*`,
    3: `super génial* géniaux formidable* top savoureu* adorable* recommande* je_recommande à_recommander régal régalé* ravi* meilleur*
très_bon* très_bien coup_de_cœur coup_de_coeur chaleureu* je_reviendrai nous_reviendrons on_reviendra bravo enchanté*`,
    2: `bon bonne bons bonnes agréable* sympa* sympathique* gentil* accueillant* aimable* souriant* attentionné* attentif* attentive*
serviable* professionnel* compétent* rapide* rapidement efficace* propre* soigné* frais fraîche* fraîches copieu* généreu* raisonnable*
abordable* confortable* calme* charmant* cosy joli* beau belle beaux belles satisf* content* plaisir merci apprécié* apprécie
à_l_écoute ponctuel* honnête* sérieu* disponible* convivial* qualité reviendrai* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `correct* bien pratique* convenable* varié* moderne*`,
    [-1]: `cher chère chers chères bruyant* petit* étroit* moyen* moyenne* lent* lente* attente attendre attendu* attendons vieillot* banal*
quelconque* limite froid_dehors bof`,
    [-2]: `froid* tiède* fade* sec sèche* trop_cuit* pas_cuit* brûlé* gras trop_cher trop_salé* trop_long* sale* saleté* malpropre* décevant* déçu* déception
désagréable* impoli* malpoli* mauvais* mal médiocre* incompétent* arrogant* agressif* agressive* méprisant* hautain* odeur* puait pue
cassé* panne* retard* erreur* oublié* ignoré* dommage problème* plainte* regrett* insuffisant* négligé* déplorable* froideur
non_professionnel* surfacturé* hors_de_prix 👎 😡 😠 😞`,
    [-3]: `horrible* affreu* dégueulasse* immonde* infect* dégoûtant* catastroph* arnaque* escroc* escroquerie* voleur* honte* honteu* scandaleu*
inadmissible* inacceptable* exécrable* à_fuir fuyez fuir à_éviter évitez éviter plus_jamais pire* lamentable* intoxication* cafard* moisi*
immangeable* nul nulle nuls nulles ne_recommande_pas`,
  },
}
