// What a card says of each encoding (lab/position_card.h): its formula in one line, and its source.
#pragma once

#include <string_view>

namespace sextant::lab {

struct PositionCardText {
  std::string_view name, formula, source;
};

inline constexpr PositionCardText position_card_texts[] = {
    {"none", "nothing is added", "Kazemnejad et al., arXiv 2305.19466"},
    {"learned", "x_t += P[t]", "Gehring et al., arXiv 1705.03122"},
    {"sinusoidal", "x_t[2i] += sin(t base^(-2i/d)), x_t[2i+1] += cos of the same", "Vaswani et al., arXiv 1706.03762"},
    {"grid", "sinusoids of each coordinate, side by side", "Ito et al., arXiv 2406.08272"},
    {"random", "x_t += P[t], P drawn once and frozen", "Ito et al., arXiv 2406.08272"},
    {"fixed_table", "x_t += P[t], P from a file", "-"},
    {"low_rank", "x_t += (A W)[t], A (n, r), W (r, d)", "Cirrincione, arXiv 2604.05217"},
    {"mds", "x_t += the coordinates of t by classical scaling of the distances", "Cirrincione, arXiv 2604.05217"},
    {"laplacian", "x_t += M (u_1[t], .., u_k[t]), u eigenvectors of I - D^-1/2 W D^-1/2",
     "Dwivedi and Bresson, arXiv 2012.09699"},
    {"random_walk", "x_t += M (diag(R)[t], .., diag(R^k)[t]), R = A D^-1", "Dwivedi et al., arXiv 2110.07875"},
    {"fourier", "x_t += MLP([cos(W p_t / gamma), sin(W p_t / gamma)] / sqrt(F))", "Li et al., arXiv 2106.02795"},
    {"rotary", "q_t, k_t rotated in pairs by t base^(-2i/d)", "Su et al., arXiv 2104.09864"},
    {"rope_mixed", "q_t, k_t of head h rotated in pairs by w_hc . p_t, w learned", "Heo et al., arXiv 2403.13298"},
    {"pope", "score = sum_c softplus(q_c) softplus(k_c) cos((m - n) theta_c + delta_c)",
     "Gopalakrishnan et al., arXiv 2509.10534"},
    {"alibi", "score -= m_h |i - j|, m_h = 2^(-8h/H)", "Press et al., arXiv 2108.12409"},
    {"kerple", "score -= r1_h log(1 + r2_h |i - j|), or r1_h |i - j|^r2_h", "Chi et al., arXiv 2205.09921"},
    {"t5_bias", "score += b_h[bucket(j - i)]", "Raffel et al., arXiv 1910.10683"},
    {"relative", "score += scale q_i . E[j - i]", "Shaw et al., arXiv 1803.02155"},
    {"transformer_xl", "score = scale ((q_i + u_h) . k_j + (q_i + v_h) . W_R s(i - j)), s sinusoids",
     "Dai et al., arXiv 1901.02860"},
    {"deberta", "score = scale / sqrt(3) (q_i . k_j + q_i . K[i - j] + k_j . Q[i - j])", "He et al., arXiv 2006.03654"},
    {"fire", "score += MLP_h(psi(|i - j|) / psi(max(L, i))), psi(x) = log(c x + 1)", "Li et al., arXiv 2310.04418"},
    {"continuous_bias", "score += 16 sigmoid(MLP_h(sign(d) log2(1 + 8 |d| / r) / 3)), d = p_i - p_j",
     "Liu et al., arXiv 2111.09883"},
    {"cope", "score += q_i . E[p_ij], p_ij = sum over t in j..i of sigmoid(score_it)",
     "Golovneva et al., arXiv 2405.18719"},
    {"forget", "score += sum over l in j+1..i of log sigmoid(w_h . x_l + c_h)", "Lin et al., arXiv 2503.02130"},
};

}  // namespace sextant::lab
