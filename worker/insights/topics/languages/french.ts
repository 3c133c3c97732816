import type { Topic } from '../../../rules/review-features.ts'

export const FRENCH_TOPICS: Record<Topic, string> = {
  staff: `personnel serveur* serveuse* patron patronne équipe employé* vendeur* vendeuse* accueil gérant* directeur directrice
hôtesse réceptionniste* caissière caissier médecin* docteur dentiste* infirmi* secrétaire* coiffeur* coiffeuse*
technicien* plombier* artisan* mécanicien* livreur* conseiller* aimable* impoli* malpoli* souriant* chef`,
  service: `service services servi servis serviable* prestation* sav conseil conseils`,
  waiting: `attente attend* attendre attendu lent* lenteur queue file heure heures minutes retard rapide* rapidité rapidement`,
  price: `prix tarif* cher chère chers chères coût* coûte* payé payer facture* addition euro euros abordable* raisonnable*
rapport_qualité bon_marché arnaque* devis promo* onéreu* argent`,
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
