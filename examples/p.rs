use riverpost::{
    notation::{diagram, fen},
    rules::*,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let which = &a[1];
    let depth: u32 = a[2].parse().unwrap();
    let pos = match which.as_str() {
        "xq" => {
            let g = variants::find("encounter", None, [("promotion", "6")]).unwrap();
            let t = diagram::default_setup(g).unwrap();
            // both chinese
            let mut s = String::new();
            let txt = diagram::write(&t);
            for l in txt.lines() {
                s += &l.replace("NSS", "x");
                s += "\n";
            }
            let text = "10 NCH NHO NEL NG NE NG NEL NHO NCH\n9 . . . . . . . . .\n8 . NCT . . . . . NCT .\n7 NSO . NSO . NSO . NSO . NSO\n6 . . . . . . . . .\n5 . . . . . . . . .\n4 SSO . SSO . SSO . SSO . SSO\n3 . SCT . . . . . SCT .\n2 . . . . . . . . .\n1 SCH SHO SEL SG SE SG SEL SHO SCH\n";
            Position::start(&diagram::read(g, text).unwrap()).unwrap()
        }
        "fen" => fen::read(variants::find("valonian", None, []).unwrap(), &a[3]).unwrap(),
        n => {
            let v = if n == "level" || n == "high" { Some(n) } else { None };
            let g = variants::find(if v.is_some() { "fortress" } else { n }, v, []).unwrap();
            diagram::default_start(g).unwrap()
        }
    };
    let t = std::time::Instant::now();
    let n = perft(&pos, depth);
    let e = t.elapsed().as_secs_f64();
    println!("{which} {depth} bulk {n} {:.1}M/s", n as f64 / e / 1e6);
    if depth > 1 {
        let t = std::time::Instant::now();
        let m = perft_played(&pos, depth);
        let e = t.elapsed().as_secs_f64();
        assert_eq!(n, m);
        println!("  played {:.1}M/s", n as f64 / e / 1e6);
    }
}
