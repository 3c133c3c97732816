import type { LanguageData } from '../languages.ts'

/** With AFINN-165 below it: what reviews say besides, and what words of that list mean in them. */
export const ENGLISH: LanguageData = {
  functionWords: `a about after again all also am an and any are as at be because been before being both but by can could did do
does doing during each few for from further had has have having he her here hers him his how i if in into is it its just
me more most my no nor not of off on once only or other our out over own same she should so some such than that the their
them then there these they this those through to too under until up very was we were what when where which while who whom
why will with would you your yours ll ve re got get went us`,
  negations: `not no never nothing nobody none neither nor without hardly barely scarcely rarely seldom`,
  contrasts: `but although though however yet while whereas except unfortunately`,
  notTopics: `not_wait_to not_wait_for not_wait_until hardly_wait_to sorry_we_waited sorry_i_waited waited_this_long wait_this_long waited_on_us
waited_on waits_on waiting_on_us wait_on_us wait_and_see waiting_to_try waited_to_try last_but_not
fast_food food_chain food_chains food_court food_place food_places food_restaurant food_restaurants food_joint food_joints burger_king
of_course golf_course crash_course due_course east_side west_side south_side north_side other_side this_side each_side on_our_side
my_side the_side_of special_occasion special_occasions something_special nothing_special feel_special felt_special so_special
very_special special_place special_treatment special_request special_requests special_night special_day special_effort
money_back my_money_back in_order_to pay_attention paid_attention paying_attention room_for_improvement in_the_room_for
first_place take_place took_place takes_place in_place place_an_order placed_an_order place_our_order place_to_be all_over_the_place
raise_the_bar raises_the_bar set_the_bar no_wonder right_place at_the_end clean_up_after hands_clean clean_slate clean_plate
attention_to_detail hard_to_please part_time full_time at_any_cost at_all_costs price_of_admission`,
  polarity: {
    4: `not_wait_to kick_ass kicks_ass to_heaven like_no_other life_changing world_class next_level chef_kiss a_must_go best_kept_secret
beyond_expectations blew_me_away blew_us_away not_be_beat not_be_beaten not_get_enough not_say_enough not_praise_enough
ca_not_beat could_not_ask_for not_imagine_better could_not_fault can_not_fault no_place_better worth_every_penny
delicious* phenomenal* exceptional* flawless* impeccable* top_notch five_stars 5_stars five_star 5_star best_ever out_of_this_world
mouthwatering second_to_none heavenly to_die_for hidden_gem hats_off blown_away knocked_it_out melt_in_your_mouth
melted_in_my_mouth highly_recommend* lifesaver life_saver`,
    3: `sorry_we_waited sorry_i_waited waited_this_long long_to_try long_to_come long_to_visit long_to_discover long_to_find_this
had_come_sooner come_here_sooner gone_sooner came_sooner found_it_sooner discovered_it_sooner tried_it_sooner known_about_it
worth_the_wait worth_every_minute worth_waiting wait_is_worth wait_was_worth so_glad glad_we glad_i thoughtful
made_us_feel made_me_feel feel_at_home felt_at_home like_family took_great_care great_care well_looked_after in_safe_hands
ruined_me_for back_soon be_in_again coming_back_for return_customer customer_for_life loyal_customer new_favorite
new_favourite not_miss_this not_pass_up not_pass_it not_skip never_a_bad never_had_bad never_a_dull not_a_single_bad
no_negatives nothing_but_good nothing_but_great nothing_but_praise so_much_better exceeded_our exceeded_my surpassed
pleasantly devine freshest tastiest kindest nicest yumm* drool* swoon* rave raves raved rocks obsessed adore* thrilled
wow
tasty yummy yum flavorful flavourful scrumptious attentive accommodating knowledgeable courteous
spotless immaculate* cozy cosy well_worth must_try must_visit go_to_place above_and_beyond reasonably_priced great_value
love_it loved_it will_be_back be_going_back definitely_back seasoned_perfectly perfectly cooked_perfectly
never_disappoint* not_disappoint* could_not_be_happier could_not_be not_be_happier ca_not_wait could_not_ask not_ask_for a_gem gem amazing awesome excellent fantastic incredible* outstanding superb wonderful*
perfect* best pleasantly_surprised went_out_of_their_way goes_out_of_his_way timely_manner hooked addictive`,
    2: `i_miss_it miss_this_place wish_they_had hope_this_place sticks_around check_it_out go_now go_here_now stop_by_again
stopping_by go_again going_again went_back returned_twice short_wait small_wait no_line no_queue no_negative
no_nonsense seated_immediately seated_right_away right_away immediately_seated in_minutes faster_than sooner_than
shorter_than better_than_expected better_than_i kid_friendly family_friendly dog_friendly piping_hot steaming_hot freshly
made_fresh home_made from_scratch well_priced fairly_priced good_prices great_prices not_bad not_too_bad not_overpriced
not_expensive not_pricey not_crowded not_rushed not_pushy never_pushy never_rushed never_felt_rushed no_rush reliable
consistently always_fresh always_friendly always_great always_good freindly impressed go_out_of_their beautifully
perfected balanced lives_up_to live_up_to does_not_disappoint no_regrets hits_the definitely_recommend second_visit
third_visit regulars speedily swift swiftly unpretentious intimate refreshing refreshed hidden_treasure treasure peaceful
wonderfully nicely greatly happily gladly complimented compliments to_perfection accommodated accommodate
fresh prompt promptly speedy reasonable affordable juicy tender crispy creamy succulent moist flaky
polite professional* efficient* patient thorough honest trustworthy clean comfy comfortable relaxing inviting
stylish charming* quaint authentic homemade handmade generous hearty satisf* pleasant* impress* recommend* go_back come_back
coming_back going_back come_again be_back return_again return_visit keep_coming worth_it a_treat on_point spot_on on_time in_no_time hit_the_spot
well_cooked well_seasoned well_done good_value good_deal bargain plentiful big_portions huge_portions large_portions worth_the
favorite* favourite* delight* enjoyed enjoyable enjoy friendly friendliest welcoming smile smiling quick quickly
transparent punctual gentle caring warm attentively hospitab* spacious well_maintained thank* pleasure staple unique
explained_everything no_problem no_problems no_complaints no_issues no_pressure no_wait no_hassle must_have exceeded exceeds do_not_miss painless seamless*
😍 😊 😀 😃 😄 👍 ❤️ ❤ 🙏 😋 🤩 🥰 ⭐ 👌 🎉`,
    1: `not_far_from not_small not_noisy no_noise no_traffic upgraded inexpensive cheap_eats
decent nice good fine fair smooth crisp flavors flavours generously cheap healthy light cute lovely
convenient helpful open easy easily fast variety selection recommended happy_hour`,
    0: `not_only not_just not_to_mention no_matter no like pay want yes share fire please matter cut dead chance top hard hide number wait leave cancer kind worth demand
interest consider god hope sorry_for reach support gift charged drop odd natural bloody_mary vision united join debt dear
solution block natural free super important big pretty mean death_by_chocolate killer crazy_good damn_good insanely sick_of
stop shoot shot missed_it`,
    [-1]: `expected_better expect_better expected_more expect_more hoped_for_more expecting_more had_better seen_better tasted_better
would_be_better would_have_liked would_have_preferred could_use could_do_better needs_improvement needs_work
room_for_improvement inconsistent hit_or_miss varies overly too_spicy too_cold too_hot too_dark being_nice being_generous
being_kind a_head used_to_be used_to_love used_to_like once_was confused confusing not_filling sparse skimpy stingy
nothing_for_me not_for_me forgettable unremarkable uninspired uninspiring so_small so_little not_enough wait_forever
cold ok okay average mediocre meh so_so pricey expensive loud noisy crowded cramped small tiny slow plain dated dark
heavy oily sweet_for salty forgot forgotten late lukewarm thin hard_to tough nothing_special nothing_to_write
nothing_more could_be_better could_have_been should_have disappointing* wait_and waited waiting ordinary basic typical
average_at_best at_best only_ok just_ok just_okay at_all needless_to_say not_sure supposed_to microwave* wrong elsewhere`,
    [-2]: `homeless sketch sketchy ghetto hooker* prostitut* junkie* loiter* panhandl* beggar* begging bums thug* crackhead* creepy dodgy seedy
surly grumpy dissapoint* disapoint* dissappoint* disappoitn* luke_warm luke-warm barely_edible barely_warm barely_touched off_night
going_down went_down gone_down off_flavor off_putting far_from shame should_be_ashamed ashamed unapologetic not_the_place
not_a_place not_fresh not_clean not_good not_great not_worth_it not_friendly not_helpful not_care not_bother no_thanks
no_thank_you no_apologies no_explanation no_refund no_manners nobody_cares nobody_cared did_not_care does_not_care
do_not_care could_not_care could_care_less never_been_treated never_been_so never_experienced never_again_will for_no_reason
gave_up gave_me_attitude rolled_her_eyes rolled_his_eyes rolled_their_eyes eye_roll under_cooked over_cooked over_seasoned
unseasoned under_seasoned cold_fries hard_as hostile snotty snooty snobby arrogant condescending dismissive rushing hovering
neglected neglectful spoiled rancid fatty gristle* plastic_wrap foul reeks reeked stinks stank stunk
stench stinky sewage fishy_smell defective misleading scammy nickel_and overcook* undercook* no_where_near nowhere_near
go_else go_elsewhere went_elsewhere twice_the_price for_that_price at_these_prices highway_robbery price_gouging gouge*
understaff* short_staffed wrong_item wrong_food wrong_drink incorrect incorrectly forgot_my forgot_our forgot_to
forgets ripped aweful unattentive uncaring unkempt unclean unwashed grimy sticky_tables not_acknowledge
not_acknowledged never_acknowledged not_greeted no_greeting not_even_a yelled yelling screamed shouted barked swore cursed
argued argue insulted insulting mocked laughed_at kicked_out threw_us ripoffs worsen worsened cramp stomach_ache stomach_pain
upset_stomach watered_down
bland tasteless flavorless flavourless overcooked undercooked overdone soggy greasy chewy rubbery stale burnt burned
dry dried watery mushy frozen reheated microwaved overpriced over_priced overrated over_rated pricy too_expensive too_loud
too_salty too_sweet too_small too_long too_slow too_much_for cold_food ice_cold stone_cold half_cooked inedible* unfriendly
unprofessional* unhelpful unwelcoming inattentive impersonal ignored ignoring sloppy slow_service understaffed
unacceptable* unorganized disorganized disorganised chaotic outdated run_down rundown worn smelly smell smelled stain* sticky
dusty moldy mouldy leak* broken squeaky uncomfortable unsafe not_worth missing_items wrong_order messed_up mess_up screwed_up
took_forever take_forever takes_forever an_hour never_came never_called never_showed no_show no_call no_response
no_apology no_flavor no_flavour no_taste no_idea no_one lacked lacking lacks lack tasted_like tastes_like sat_there stood_there
hung_up attitude excuse excuses hidden_fee* hidden_charge* upsell* pushy sales_pitch upcharge* overcharg* surcharge
disappoint* underwhelm* let_down letdown downhill save_your avoid stay_away steer_clear skip pass_on look_elsewhere
lost_my would_not_recommend rushed cheated regret* complain* complaint* refus* unimpress* unsatisf* dissatisf*
unbearabl* unreliable botched crooked cancelled canceled delayed leaves_a_lot be_desired else_where fair_at_best poor poorly mistake mistakes error errors misdiagnos* painful
dirt dirty filthy hair_in bug_in fly_in undrinkable flat sucks suck sucked blah yuck ew dump sad lame lousy weird worse 👎 😡 😠 😞 😢 🤬 😤`,
    [-3]: `place_to_avoid avoid_this never_ever worst_ever run_around runaround complete_waste total_waste waste_your health_hazard
health_violation food_poison* got_sick made_me_sick made_us_sick threw_it_out bugs maggot* rodent* 
never_set_foot out_of_business shut_down shut_this should_be_closed should_be_fired needs_to_be_fired deserve_to_be
lack_of_respect disrespect* racist* racism discriminat* unforgivable inexcusable unprofessional despicable deplorable
horrendous* revolting repulsive putrid inedible uneatable garbage trash crap crappy
rude rudest rudely disgusting* gross nasty awful* horrible* terrible* horrid dreadful atrocious
appalling* abysmal pathetic ridiculous* incompetent clueless dishonest fraud scam scammed rip_off ripoff rip_offs ripped_off liar* lied
steal stole stolen thieves theft shady food_poisoning poisoned vomit* threw_up sick cockroach* roach* bed_bug* bedbug* mice
mold mould infest* vile worst waste_of wasted never_again never_return never_going_back never_go_back never_coming_back
never_come_back zero_stars no_stars one_star 1_star joke insult* unethical negligent nightmare ruined disaster damage*
walked_out left_hungry threw_it_away threw_away money_back refund unprofessionalism avoid_at_all stay_away_from
do_not_go do_not_waste do_not_bother do_not_recommend bait_and_switch`,
  },
}
