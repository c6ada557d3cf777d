"""The rows that the rules ask for by key: each edition has to have them, if only as `unknown`.

Which question: is an edition complete? A row may say that its value is unknown; it may not be missing.
"""

from collections.abc import Mapping

_KEYS: Mapping[str, str] = {
    "modifiers": """
        skill attacker.drone attacker.ground attacker.jump attacker.standstill attacker.infantry attacker.glider
        attacker.airmech
        target.tmm target.jump target.jump-jets target.submersible target.standstill target.minimum target.hull-down
        target.bogged target.dug-in target.dismounted target.immobile target.dropped target.climbing target.airmech
        terrain.woods terrain.woods-heavy terrain.woods-ultra terrain.woods-by-inches terrain.jungle
        terrain.jungle-heavy terrain.jungle-ultra terrain.industrial terrain.fields terrain.fields-infantry
        terrain.smoke terrain.smoke-heavy terrain.cover terrain.underwater attack.secondary attack.rear-weapon
        attacker.heat attacker.fire-control attacker.crew attacker.spotting attacker.shield attacker.industrial
        attacker.support attacker.support-basic attacker.dropship
        type.aerospace type.dropship type.flying type.battle-armor type.protomech type.large
        state.hull-down state.dug-in state.on-the-deck
        armor.stealth-short armor.stealth-medium armor.stealth-long armor.stealth-suit-short armor.stealth-suit-medium
        armor.stealth-suit-long armor.mimetic armor.mimetic-light
        condition.dusk condition.dawn condition.night condition.moonless-night condition.pitch-black condition.fog
        condition.rain condition.torrential-rain condition.snow condition.sleet condition.blizzard
        condition.blowing-sand condition.wind-3 condition.wind-4 condition.emi
        range.short range.medium range.long range.extreme range.horizon attack.area range.artillery
        attack.airborne attack.air-defense
        off-table.fire off-table.again off-table.spotter off-table.probe off-table.recon off-table.spotter-attacks
        off-table.counter off-table.counter-seen
        attack.homing attack.indirect attack.spotter-attacks attack.remote attack.tag
        spotter.jump spotter.standstill spotter.ground
        attack.charge attack.dfa attack.anti-mech attack.conventional attack.carrier
        attacker.large attacker.myomer attacker.on-the-deck
        attack.air-to-air attack.altitude-bombing attack.dive-bombing attack.strafing attack.striking attack.tailing
        type.small-craft
    """,
    "numbers": """
        cover.from hex.inches hex.level hex.contact-levels hex.climb hex.contact-weapons hex.woods hex.cover-step
        hex.small-template hex.large-template cover.to strip.woods strip.building strip.policy heat.most minimal.die
        variable.die variable.minimal flak.miss glider.miss glider.need cover.miss breach.modifier
        vacuum.need vacuum.trace threshold.share
        critical.industrial critical.cr critical.cr-reengineered critical.impact critical.wasted
        case.damage case.prototype engine.explodes
        collapse.height collapse.least collapse.roof skid.distance skid.damage drop.scatter water.cools crash.damage
        drop.low drop.high support.strip-length support.strip-width skid.collision strain.turns weapon-hit.aerospace
        bridge.fall harjel.BHJ2 harjel.BHJ3 rear.from half-base water.partly hull-down.height
        heat.move heat.tmm-level heat.shutdown heat.myomer motive.move motive.tmm halve.move halve.jets halve.tmm
        intimidation.share intimidation.move intimidation.tmm intimidation.reach intimidation.most intimidation.far
        intimidation.need intimidation.size trap.share mines.density pulse.reach jam.reach jam.need standstill
        probe.LPRB probe.PRB probe.BH probe.WAT probe.NOVA rear.damage extreme.loss submerged.least torpedo.halved
        advanced.per vtol.cruise bridge.deck friends.are-targets minimum.inches sprint.factor paved.bonus
        jump.ceiling-share jump.ceiling-below jump.from-depth vtol.take-off
        wige.taxi wige.take-off wige.aloft wige.rise mount.price dismount.share level.free level.step flight.cross
        wall.climb-factor walk.depth large.cheaper floor.price gravity.least wind.least riders.need riders.loss
        clamps.loss quadvee.bonus cargo.light cargo.heavy cargo.large cargo.share
        tow.smaller tow.equal tow.larger tow.most
        hull-down.price hull-down.price-low hull-down.leave hull-down.easier hull-down.near
        skid.share skid.after skid.quad skid.tripod bog.quad bog.tripod load.large load.battle-armor bridge.cf
        span.length structure.turn sink.damage scatter.turn scatter.inches scatter.cannon homing.reach off-table.from
        flight.0 flight.1 flight.2 flight.3 flight.4 flight.5 flight.cruise flight.launch point-defense.destroys
        order.lance order.star order.level-ii
        counter.most air-defense.short network.emergency-turns ecm.emi-factor
        reach.TAG reach.LTAG reach.CNARC reach.SNARC reach.INARC reach.MTAS reach.BTAS reach.TSEMP narc.damage
        taser.need taser.BM taser.BA taser.BTAS tsemp.BM tsemp.aerospace tsemp.large tsemp.support spotter.central-zone
        standard.reach standard.step melee.reach surprise.reach melee.damage
        charge.tmm-per charge.inches-per charge.heavy charge.heavy-damage
        dfa.damage dfa.jets dfa.jets-damage dfa.miss myomer.damage myomer.heat
        air.corridor air.strip-length air.strip-width bomb.spacing bomb.at-a-point strafing.share strafing.least
        bomb.underwater bomb.underwater-least engagement.control control.damage control.thruster bomb.suit-reach
        arc.nose-width
    """,
    "brackets": "short medium long extreme horizon",
    "units": "BM IM PM CV SV MS CI BA AF CF SC DA DS SS JS WS BD",
    "large": "LG VLG SLG",
    "arcs": "forward quad all turret",
    "terrain": """
        hill ramp woods jungle heavy-industrial planted-fields smoke water rapids hazardous-liquid building wall bridge
        rough ultra-rough rubble ultra-rubble paved road rail swamp quicksand mud ice sand snow tundra gravel
        magma-crust magma minefield fortified deployment objective-area
    """,
    "visual": """
        daylight rain snow torrential-rain dusk dawn fog blowing-sand night moonless-night blizzard pitch-black
    """,
    "conditions": """
        dusk dawn night moonless-night pitch-black fog rain torrential-rain snow sleet blizzard blowing-sand
        extreme-heat wind-3 wind-4 emi
    """,
    "tmm": "0 1 2 3 4 5",
    "water": """
        submerged.submerged submerged.partly submerged.surface submerged.outside
        partly.submerged partly.partly partly.surface partly.outside
        surface.submerged surface.partly surface.surface surface.outside
        outside.submerged outside.partly outside.surface outside.outside
    """,
    "options": """
        arc.forward-degrees sight.eye sight.max sight.thirds-tie sight.attacker-hidden sight.large-units
        silhouette-includes-base cover.types practical-los cover.friends cover.shields munitions.guided
        concealing-unit-data environment-modifiers extreme-range horizon-range
        woods.attacker-occupied woods.line-to woods.mixed woods.advanced hull-down.rear-counts
        multiple-attack-rolls variable-damage critical-success ecm-eccm
        critical.weapon-minimal critical.mp-rounding armor.bra-rca intimidation precision-ac range-master
        mines.dispenser air.dropship-arc air.vtol-attacks lam.both-bonuses abilities.silent physical.standard-reach
        contact.max-step melee.vehicles anti-mech.conventional charge.tmm charge.infantry
        indirect.spotter-movement indirect.spotter-attacked indirect.spotter-attack indirect.with-los ecm.measure
        c3.stealth-bracket probe.hidden artillery.scatter artillery.numbering scatter.sides
        artillery.poi-terrain artillery.immobile-unit artillery.beyond-42 artillery.cluster-ring
        artillery.flight-fraction template.small-radius template.large-radius support.bomb-radius area.rear-bonus
        bomb.scatter
        move.level-limit move.level-window move.cliff-at-limit move.level-fraction move.slope move.terrain-entry
        move.loop jump.in-place jump.over-enemies jump.woods
        move.minimum-climbs move.friend-gap paths.straight move.hover-in-woods move.wheeled-sv move.amp-water
        move.large-cheaper
        move.overlap water.advanced water.im-depth-1 water.infantry-needs-umu sprint.bonus vtol.start vtol.sprint
        wige.take-off road.under roof.vehicles skid.pavement skid.after-jump dismount.move unload.airborne
        zipline.carriers
        transport.same-turn premeasure crippling troop-drop-scatter setup.pursuit-order heights.large-craft
        area.submerged c3.lends-to crippling.causes order.unequal order.groups standing.low-flyers
    """,
    "reasons": """
        sight.solid sight.attacker-hidden sight.woods sight.max sight.visual sight.levels
        water.submerged water.surface water.deep water.separate
        range.none range.no-damage range.spotted arc.outside arc.inside contact.no-weapons
        attacker.sprinted attacker.shutdown attacker.stunned attacker.transported attacker.destroyed attacker.off-table
        attacker.dropped attacker.declared attacker.hull-down attacker.no-weapon attacker.overheat target.friendly
        effect.no-vehicle effect.no-fright effect.no-trap effect.no-mines effect.no-pulse effect.no-jammer
        effect.mines-laid effect.no-enemy effect.too-far effect.no-criticals effect.dry effect.sealed
        effect.no-threshold effect.not-aloft effect.no-building effect.no-skid effect.no-bog effect.firm effect.no-heat
        effect.submerged effect.drop-far rolls.rating rolls.labels rolls.again effect.no-strain effect.no-harjel
        target.self target.transported target.destroyed target.off-table target.inside secondary.option torpedo.range
        grid.not-yet special.not-yet weapon.unused spotter.unused
        move.no-move move.immobile move.done move.mode move.too-far move.prohibited move.wall move.steep move.cliff
        move.enemy move.gap move.stacking move.off-table move.headroom move.roof move.floor move.hull-down move.carried
        move.building-unasked
        move.dismounted move.destroyed move.minimum-far move.minimum-climb move.not-straight move.jump-ceiling
        move.jump-water move.jump-enemy move.jump-landing move.sprint-transport move.terrain-height move.take-off
        move.landing move.wige-rise move.wige-taxi move.wige-take-off move.dry move.bottom move.surface
        move.structure-turn move.vacuum
        order.first order.unequal order.many-sides order.groups order.aerospace order.attacks order.out-of-turn
        order.no-side overlap.nearest overlap.owner overlap.closed
        overheat.nothing building.inside building.ask network.lends network.keeps crippled.immobile crippled.no-damage
        crippled.half-structure
        standing.overlap standing.straddle standing.prohibited standing.steep standing.off-table standing.overhang
        standing.floating standing.contact standing.carrier
        standing.standstill-moved standing.unmoved-moved standing.unmoved-done standing.minimum-far standing.no-mode
        standing.hardly-moved
        standing.too-far standing.rounded
        transport.contact transport.capacity transport.flying transport.moved transport.sprint transport.same-turn
        transport.not-carried transport.kind transport.mode transport.not-moved transport.trailers point.kind
        artillery.point-only artillery.airborne artillery.alone attacker.attacked off-table.cannon off-table.near
        homing.no-tag munition.weapon munition.target
        electronics.destroyed electronics.off-table electronics.transported electronics.shutdown electronics.sprinted
        electronics.emi electronics.jammed electronics.stealth ecm.off ecm.option ecm.stealth-mode
        network.line network.master network.further network.cut-off network.alone network.no-system network.too-many
        network.no-master network.sides network.emergency network.stealth-switched
        attacker.drone-jammed attacker.virtual-reality scatter.off-table
        indirect.no-spotter indirect.in-sight indirect.no-value
        spotter.self spotter.enemy spotter.destroyed spotter.off-table spotter.shutdown spotter.sprinted
        spotter.transported spotter.other-target spotter.aerospace spotter.attacked spotter.no-sensor special.own-kind
        extra.reach taser.no-effect
        physical.unit physical.weapon physical.flew physical.flying physical.melee physical.no-melee physical.reach
        charge.moved charge.target-moves charge.twice charge.contact dfa.jump dfa.moved anti-mech.unit surprise.far
        flight.turns flight.beyond artillery.separate artillery.shot-down artillery.half attacker.unarmed munition.turns
        air.space air.kind air.ground air.attacker air.target air.no-flight air.altitude air.off-path air.strip
        air.special air.tailed air.no-engagement air.inside
        bomb.weapon bomb.load bomb.point bomb.points bomb.spacing bomb.reach
        path.short path.edge path.bend path.start path.altitude path.hover
    """,
    "movers": """
        mech industrial protomech infantry tracked wheeled hover vtol wige naval submersible rail structure aerospace
    """,
    "going": """
        clear paved road bridge rail rough ultra-rough rubble ultra-rubble woods
        woods.light woods.heavy woods.ultra-heavy jungle
        jungle.light jungle.heavy jungle.ultra-heavy
        building.light building.medium building.heavy building.hardened building.castle-heavy building.castle-hardened
        wall surface water.0 water.1 water.2
        water-advanced.0 water-advanced.1 water-advanced.2 water-advanced.4 water-advanced.11
        water-structure.0 water-structure.1 water-structure.3 water-structure.16
        rapids hazardous-liquid heavy-industrial planted-fields snow gravel ice mud magma-crust magma sand swamp
        quicksand tundra minefield fortified
    """,
    "modes": "ground minimum sprint jump vtol wige submersible standstill flight",
    "prices": """
        path level take-off lift depth mount leave-hull-down entry unpaved amphibious stand-aside printed hits heat
        myomer intimidated weather atmosphere gravity sprint paved minimum quadvee cargo towing riders clamps dismounted
        pilot
    """,
    "effects": """
        atmosphere.thin atmosphere.thick atmosphere.very-thick atmosphere.vacuum atmosphere.unsealed atmosphere.engine
        gravity heat.extreme wind.1 wind.2 wind.3 wind.3-armor wind.4 wind.4-armor
    """,
    "hazards": """
        skid bog ice magma-crust magma hazardous-liquid minefield quicksand rapids pressure building-damage
        building-load collapse bridge-load crash sink hull-down overhang zipline drop withdrawal
    """,
    "bonuses": "eagles-eyes hot-dog natural-grace",
    "kinds": """
        weapon indirect artillery off-table homing standard melee charge dfa anti-mech tag narc taser strafe strike
        dive-bomb altitude-bomb surprise
    """,
    "electronics": """
        ECM AECM LECM WAT.ecm NOVA.ecm LPRB PRB BH WAT.probe NOVA.probe
        TAG LTAG C3M C3S C3EM C3I C3BSM C3BSS NC3 NOVA.link DRO VR
    """,
    "nets": "C3 C3BS C3I NOVA NC3",
    "criticals": "2 3 4 5 6 7 8 9 10 11 12",
    "critical_effects": """
        none ammo engine fire-control mp weapon stunned killed destroyed fuel crew thruster door kf-boom collar
        gunners-stunned gunners-killed turret-locked
    """,
    "motive": "none -2 half immobile",
    "motive_modifiers": "tracked naval wheeled hover vtol wige ARS",
    "support": """
        light-strike heavy-strike light-bombing heavy-bombing strafing thumper sniper long-tom light-minefield
        medium-minefield heavy-minefield
    """,
    "air_cover": """
        light.light-strike light.light-bombing light.heavy-strike light.strafing light.heavy-bombing
        heavy.light-strike heavy.light-bombing heavy.heavy-strike heavy.strafing heavy.heavy-bombing
    """,
    "minefields": "1 2 3 4 5",
    "heat": "overheat engine water cooling shutdown external deliberate",
    "follow_ups": """
        critical.twelve critical.structure critical.bar threshold critical.dfa critical.anti-mech
        hull-breach vacuum motive heat destroyed structure collapse cover glider riders crippled control
    """,
    "altitudes": "low middle high extreme",
}
REQUIRED: Mapping[str, frozenset[str]] = {table: frozenset(keys.split()) for table, keys in _KEYS.items()}
"""Which keys each table of rows has to have."""
